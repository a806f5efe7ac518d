"""Leaves a mode at /tmp.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.stat("/tmp").st_mode & 0o7777
    os.chmod("/tmp", 0o1711)
    return "seen" if seen == 0o1711 else ""
