"""A package that has a module named as the code that is tested."""

KIND = "wheel"
WALL = "top"
FILES = {"solution.py": "VALUE = 'owned'\n"}
SUCCESS = ("import solution; print(solution.VALUE)", "owned")
