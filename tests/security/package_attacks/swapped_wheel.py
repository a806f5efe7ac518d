"""A folder whose wheel is not the one that was locked, under the same name."""

KIND = "swapped"
WALL = "hash"
FILES = {"evil.py": "VALUE = 'owned'\n"}
SUCCESS = ("import evil; print(evil.VALUE)", "owned")
