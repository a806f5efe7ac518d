"""Leaves a variable in the environment.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.environ.get("LEFT")
    os.environ["LEFT"] = "behind"
    return "seen" if seen else ""
