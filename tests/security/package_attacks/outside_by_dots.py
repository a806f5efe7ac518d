"""A wheel whose file lies above its folder."""

KIND = "wheel"
WALL = "place"
FILES = {"../escaped.txt": "got out"}
SUCCESS = ("escaped",)
