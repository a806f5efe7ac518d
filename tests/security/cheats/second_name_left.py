"""Leaves a file with two names.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.path.exists("/box/second")
    if not seen:
        open("/box/first", "w").close()
        os.link("/box/first", "/box/second")
    return "seen" if seen else ""
