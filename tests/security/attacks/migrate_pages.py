"""Moves its memory to other nodes of the machine.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 256, "aarch64": 238}[os.uname().machine]
if libc.syscall(number, 0, 0, 0, 0) >= 0 or ctypes.get_errno() != errno.EPERM:
    print("breached")
