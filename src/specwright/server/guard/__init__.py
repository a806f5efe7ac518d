"""What stands before every request: who may come in, from where, how often, and how large."""
