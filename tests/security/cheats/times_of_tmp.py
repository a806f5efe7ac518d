"""Leaves a time at /tmp.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.stat("/tmp").st_mtime
    os.utime("/tmp", (7, 7))
    return "seen" if seen == 7 else ""
