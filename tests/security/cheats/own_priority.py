"""Takes processor time from itself.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.nice(0)
    os.nice(19)
    return "seen" if seen == 19 else ""
