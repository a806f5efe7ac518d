"""Code that is already there: whether two versions of it behave alike (docs/existing.md)."""
