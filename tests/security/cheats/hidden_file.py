"""Leaves a file whose name begins with a dot.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.path.exists("/tmp/.hidden")
    open("/tmp/.hidden", "w").close()
    return "seen" if seen else ""
