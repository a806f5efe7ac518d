"""Leaves an attribute at /tmp.

kind: influence
walls: system_calls
"""

import contextlib
import os


def f(x):
    seen = os.listxattr("/tmp")
    with contextlib.suppress(OSError):
        os.setxattr("/tmp", "user.left", b"behind")
    return ",".join(seen)
