"""Leaves a module for the next import.

kind: influence
walls: isolation
"""

import sys


def f(x):
    seen = "left" in sys.modules
    sys.modules["left"] = sys
    return "seen" if seen else ""
