"""A package that has the module through which pytest calls everything."""

KIND = "wheel"
WALL = "top"
FILES = {"pluggy/__init__.py": "VALUE = 'owned'\n"}
SUCCESS = ("import pluggy; print(pluggy.VALUE)", "owned")
