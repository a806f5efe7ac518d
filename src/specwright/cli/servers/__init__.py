"""The commands that serve others."""
