"""A wheel whose file has a path from the root of the machine."""

KIND = "wheel"
WALL = "place"
FILES = {"{root}/escaped.txt": "got out"}
SUCCESS = ("escaped",)
