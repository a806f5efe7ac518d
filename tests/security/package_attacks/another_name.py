"""A wheel with the file name of one package and the content of another."""

KIND = "wheel"
WALL = "identity"
METADATA = "Name: other\nVersion: 1.0\n"
FILES = {"evil.py": "VALUE = 'owned'\n"}
SUCCESS = ("import evil; print(evil.VALUE)", "owned")
