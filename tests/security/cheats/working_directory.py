"""Goes elsewhere.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.getcwd() == "/tmp"
    os.chdir("/tmp")
    return "seen" if seen else ""
