"""Projects that are already there: what a command may change, and changes that can be undone."""
