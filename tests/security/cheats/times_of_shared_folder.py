"""Leaves a time at /dev/shm.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.stat("/dev/shm").st_mtime
    os.utime("/dev/shm", (7, 7))
    return "seen" if seen == 7 else ""
