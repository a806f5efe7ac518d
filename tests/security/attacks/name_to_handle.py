"""Asks for a handle of a file, to open it past every directory.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 303, "aarch64": 264}[os.uname().machine]
if libc.syscall(number, -1, 0, 0, 0, 0) >= 0 or ctypes.get_errno() != errno.EPERM:
    print("breached")
