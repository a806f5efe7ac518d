"""A package that has the module that measures what tests reach."""

KIND = "wheel"
WALL = "top"
FILES = {"coverage/__init__.py": "VALUE = 'owned'\n"}
SUCCESS = ("import coverage; print(coverage.VALUE)", "owned")
