"""Leaves a time at /box.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.stat("/box").st_mtime
    os.utime("/box", (7, 7))
    return "seen" if seen == 7 else ""
