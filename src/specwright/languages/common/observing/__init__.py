"""What languages share to observe existing code."""
