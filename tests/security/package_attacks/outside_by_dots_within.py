"""The same behind a folder that looks harmless."""

KIND = "wheel"
WALL = "place"
FILES = {"evil/../../escaped.txt": "got out"}
SUCCESS = ("escaped",)
