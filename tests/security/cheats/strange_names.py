"""Leaves files whose names are no text.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = b"\xff\n" in os.listdir(b"/tmp")
    open(b"/tmp/\xff\n", "w").close()
    return "seen" if seen else ""
