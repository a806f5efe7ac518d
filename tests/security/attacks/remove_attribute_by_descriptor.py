"""Removes an attribute of a directory that it holds open.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 199, "aarch64": 16}[os.uname().machine]
if libc.syscall(number, -1, b"user.left") >= 0 or ctypes.get_errno() != errno.EOPNOTSUPP:
    print("breached")
