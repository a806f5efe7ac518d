"""Sets how deep calls may go.

kind: influence
walls: isolation
"""

import sys


def f(x):
    seen = sys.getrecursionlimit() == 777
    sys.setrecursionlimit(777)
    return "seen" if seen else ""
