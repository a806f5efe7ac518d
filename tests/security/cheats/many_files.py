"""Leaves very many files.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = len(os.listdir("/dev/shm")) > 0
    for number in range(500):
        open("/dev/shm/%d" % number, "w").close()
    return "seen" if seen else ""
