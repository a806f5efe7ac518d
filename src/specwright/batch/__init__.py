"""Many tasks in one go: read from a file, worked on side by side, and taken up again where they were cut off."""
