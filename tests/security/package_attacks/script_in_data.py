"""A script that would be put on the path under the name of a program."""

KIND = "wheel"
WALL = "place"
FILES = {"evil-1.0.data/scripts/python3": "#!/bin/sh\necho owned\n"}
SUCCESS = ("file", "python3")
