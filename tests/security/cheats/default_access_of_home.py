"""Has every file that is made in /box from now on made unreadable.

kind: influence
walls: system_calls
"""

import contextlib
import os
import struct

ENTRIES = ((0x01, 0, 0xFFFFFFFF), (0x04, 0, 0xFFFFFFFF), (0x20, 0, 0xFFFFFFFF))
RULES = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in ENTRIES)


def f(x):
    path = "/box/new"
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    mode = os.stat(path).st_mode & 0o777
    with contextlib.suppress(OSError):
        os.setxattr("/box", "system.posix_acl_default", RULES)
    return "" if mode == 0o600 else oct(mode)
