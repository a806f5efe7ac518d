"""A wheel that replaces a file of another package."""

KIND = "wheel"
WALL = "collision"
BEFORE = {"victim/__init__.py": "VALUE = 'honest'\n"}
FILES = {"victim/__init__.py": "VALUE = 'owned'\n"}
SUCCESS = ("import victim; print(victim.VALUE)", "owned")
