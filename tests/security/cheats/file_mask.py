"""Sets with which mode files are made.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.umask(0o027) == 0o137
    os.umask(0o137)
    return "seen" if seen else ""
