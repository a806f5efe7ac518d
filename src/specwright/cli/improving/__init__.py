"""The commands on code that is already there."""
