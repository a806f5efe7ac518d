"""Bytecode that does something else than the source beside it, and is never compared with it."""

KIND = "wheel"
WALL = "place"
FILES = {"evil/__init__.py": "VALUE = 'honest'\n", "evil/__pycache__/__init__.{tag}.pyc": "code:VALUE = 'owned'"}
SUCCESS = ("import evil; print(evil.VALUE)", "owned")
