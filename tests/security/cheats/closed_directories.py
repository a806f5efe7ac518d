"""Leaves directories that nobody may enter.

kind: influence
walls: isolation
"""

import os


def f(x):
    seen = os.path.exists("/tmp/outer")
    if not seen:
        os.makedirs("/tmp/outer/inner/innermost")
        for path in ("/tmp/outer/inner/innermost", "/tmp/outer/inner", "/tmp/outer"):
            os.chmod(path, 0)
    return "seen" if seen else ""
