"""Removes a message queue of its namespace.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 241, "aarch64": 181}[os.uname().machine]
if libc.syscall(number, b"queue") >= 0 or ctypes.get_errno() != errno.EPERM:
    print("breached")
