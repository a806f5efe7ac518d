"""A .pth file: Python runs its lines at every start, where packages are installed as usual."""

KIND = "wheel"
WALL = "place"
FILES = {"evil.pth": "import sys; print('owned')\n", "evil/__init__.py": ""}
SUCCESS = ("site", "owned")
