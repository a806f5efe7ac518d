"""Leaves a hint at /tmp of how long its data will live.

kind: influence
walls: system_calls
"""

import contextlib
import fcntl
import os

GET, SET, LONG = 1035, 1036, (4).to_bytes(8, "little")


def f(x):
    handle = os.open("/tmp", os.O_RDONLY)
    seen = fcntl.fcntl(handle, GET, bytes(8))
    with contextlib.suppress(OSError):
        fcntl.fcntl(handle, SET, LONG)
    return "seen" if seen == LONG else ""
