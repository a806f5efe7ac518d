"""A package that starts a process at its import, which would outlive each call."""

KIND = "residue"
WALL = "ahead"
FILES = {"evil.py": "import os, time\nif os.fork() == 0:\n    time.sleep(60)\n    os._exit(0)\n"}
SUCCESS = ("left", "processes")
