"""Removes an attribute of a directory.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 197, "aarch64": 14}[os.uname().machine]
if libc.syscall(number, b"/tmp", b"user.left") >= 0 or ctypes.get_errno() != errno.EOPNOTSUPP:
    print("breached")
