"""Leaves a link that leads nowhere.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.path.lexists("/tmp/link")
    seen or os.symlink("/nowhere", "/tmp/link")
    return "seen" if seen else ""
