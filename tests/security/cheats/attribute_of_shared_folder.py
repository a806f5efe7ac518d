"""Leaves an attribute at /dev/shm.

kind: influence
walls: system_calls
"""

import contextlib
import os


def f(x):
    seen = os.listxattr("/dev/shm")
    with contextlib.suppress(OSError):
        os.setxattr("/dev/shm", "user.left", b"behind")
    return ",".join(seen)
