"""What code that is already there says of itself."""
