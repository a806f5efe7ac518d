"""The same as a folder."""

KIND = "wheel"
WALL = "top"
FILES = {"email/__init__.py": "VALUE = 'owned'\n"}
SUCCESS = ("import email; print(getattr(email, 'VALUE', ''))", "owned")
