"""Leaves an attribute at /box.

kind: influence
walls: system_calls
"""

import contextlib
import os


def f(x):
    seen = os.listxattr("/box")
    with contextlib.suppress(OSError):
        os.setxattr("/box", "user.left", b"behind")
    return ",".join(seen)
