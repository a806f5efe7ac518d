"""Leaves a mode at /box.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.stat("/box").st_mode & 0o7777
    os.chmod("/box", 0o1711)
    return "seen" if seen == 0o1711 else ""
