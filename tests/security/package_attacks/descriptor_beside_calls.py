"""A package that keeps a file open at its import, which all forked calls would share."""

KIND = "residue"
WALL = "ahead"
FILES = {"evil.py": "import os\nHANDLE = os.memfd_create('evil')\n"}
SUCCESS = ("left", "descriptors")
