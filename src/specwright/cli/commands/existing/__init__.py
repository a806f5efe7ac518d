"""The commands that change code that is already there."""
