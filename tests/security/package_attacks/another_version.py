"""A wheel with the file name of one version and the content of another."""

KIND = "wheel"
WALL = "identity"
METADATA = "Name: evil\nVersion: 0.1\n"
FILES = {"evil.py": "VALUE = 'owned'\n"}
SUCCESS = ("import evil; print(evil.VALUE)", "owned")
