"""A package that starts a thread at its import, which would be in the driver."""

KIND = "residue"
WALL = "ahead"
FILES = {"evil.py": "import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"}
SUCCESS = ("left", "threads")
