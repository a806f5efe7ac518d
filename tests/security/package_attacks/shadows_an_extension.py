"""The same with the name of a compiled module."""

KIND = "wheel"
WALL = "top"
FILES = {"statistics.abi3.so": "not really one"}
SUCCESS = ("file", "statistics.abi3.so")
