"""A package that has a module which Python imports before anything else."""

KIND = "wheel"
WALL = "top"
FILES = {"random.py": "def random():\n    return 'owned'\n"}
SUCCESS = ("import random; print(random.random())", "owned")
