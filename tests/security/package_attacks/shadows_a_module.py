"""A package that has a module of the standard library."""

KIND = "wheel"
WALL = "top"
FILES = {"json.py": "def loads(text):\n    return 'owned'\n"}
SUCCESS = ("import json; print(json.loads('1'))", "owned")
