"""The same in the part of a wheel that is moved when it is installed."""

KIND = "wheel"
WALL = "place"
FILES = {"evil-1.0.data/purelib/evil.pth": "import sys; print('owned')\n"}
SUCCESS = ("site", "owned")
