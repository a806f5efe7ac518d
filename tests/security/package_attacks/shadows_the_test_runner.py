"""A package that has a module named pytest."""

KIND = "wheel"
WALL = "top"
FILES = {"pytest.py": "VALUE = 'owned'\n"}
SUCCESS = ("import pytest; print(pytest.VALUE)", "owned")
