"""Takes processor time from itself.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.nice(0)
    os.nice(3)
    return "seen" if seen else ""
