"""Waits for events of an asynchronous context by the newer call.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 333, "aarch64": 292}[os.uname().machine]
if libc.syscall(number, 0, 0, 0, 0, 0, 0) >= 0 or ctypes.get_errno() != errno.ENOSYS:
    print("breached")
