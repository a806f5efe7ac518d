"""What a run does with the memory: ask it once, use what it gives, and say what that changed."""
