"""A wheel of few bytes that unpacks to more than the machine should hold."""

KIND = "wheel"
WALL = "size"
FILES = {"evil/zeros.bin": "zeros"}
SUCCESS = ("file", "evil/zeros.bin")
