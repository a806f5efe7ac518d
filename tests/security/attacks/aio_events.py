"""Waits for events of an asynchronous context.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 208, "aarch64": 4}[os.uname().machine]
if libc.syscall(number, 0, 0, 0, 0, 0) >= 0 or ctypes.get_errno() != errno.ENOSYS:
    print("breached")
