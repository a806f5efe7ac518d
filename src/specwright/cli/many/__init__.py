"""Commands on many tasks, programs or runs at once."""
