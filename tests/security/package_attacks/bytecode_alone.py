"""Bytecode without any source, which nobody can read."""

KIND = "wheel"
WALL = "place"
FILES = {"evil.pyc": "code:VALUE = 'owned'"}
SUCCESS = ("import evil; print(evil.VALUE)", "owned")
