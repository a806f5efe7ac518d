"""A package that makes memory at its import that all forked calls would share."""

KIND = "residue"
WALL = "ahead"
FILES = {"evil.py": "import mmap\nSHARED = mmap.mmap(-1, 4096)\n"}
SUCCESS = ("calls", "shared memory")
