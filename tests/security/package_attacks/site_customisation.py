"""A sitecustomize.py: Python imports it at every start."""

KIND = "wheel"
WALL = "place"
FILES = {"sitecustomize.py": "print('owned')\n", "evil/__init__.py": ""}
SUCCESS = ("start", "owned")
