"""The commands of the memory."""
