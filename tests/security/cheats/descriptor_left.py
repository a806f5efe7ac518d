"""Leaves a descriptor open.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.path.exists("/proc/self/fd/99")
    os.dup2(1, 99)
    return "seen" if seen else ""
