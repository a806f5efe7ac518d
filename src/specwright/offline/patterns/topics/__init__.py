"""The patterns themselves, a few per topic: a plain function with its facts in the decorator above it."""
