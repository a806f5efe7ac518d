"""Leaves an attribute by the newest call.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 463, "aarch64": 463}[os.uname().machine]
if libc.syscall(number, -100, b"/tmp", 0, b"user.left", 0, 0) >= 0 or ctypes.get_errno() != errno.EOPNOTSUPP:
    print("breached")
