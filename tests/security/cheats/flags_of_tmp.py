"""Sets a flag of /tmp.

kind: influence
walls: system_calls
"""

import contextlib
import fcntl
import os
import struct

GET, SET, NO_DUMP = 0x80086601, 0x40086602, 0x40


def f(x):
    handle = os.open("/tmp", os.O_RDONLY)
    try:
        seen = struct.unpack("l", fcntl.ioctl(handle, GET, struct.pack("l", 0)))[0] & NO_DUMP
    except OSError:
        return ""
    with contextlib.suppress(OSError):
        fcntl.ioctl(handle, SET, struct.pack("l", NO_DUMP))
    return "seen" if seen else ""
