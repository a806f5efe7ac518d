"""Leaves a mode at /dev/shm.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.stat("/dev/shm").st_mode & 0o7777
    os.chmod("/dev/shm", 0o1711)
    return "seen" if seen == 0o1711 else ""
