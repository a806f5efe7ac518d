"""Leaves directories so deep that no path reaches the last of them.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.path.exists("/tmp/deep")
    os.chdir("/tmp")
    for _ in range(3000 if not seen else 0):
        os.mkdir("deep")
        os.chdir("deep")
    os.chdir("/")
    return "seen" if seen else ""
