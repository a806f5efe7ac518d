"""Reads a message of a queue by its number.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 70, "aarch64": 188}[os.uname().machine]
if libc.syscall(number, 0, 0, 0, 0, 2048) >= 0 or ctypes.get_errno() != errno.ENOSYS:
    print("breached")
