"""A conftest.py at the top, which pytest would run for tests beside it."""

KIND = "wheel"
WALL = "place"
FILES = {"conftest.py": "print('owned')\n"}
SUCCESS = ("file", "conftest.py")
