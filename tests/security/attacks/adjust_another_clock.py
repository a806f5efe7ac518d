"""Adjusts a clock by its number.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 305, "aarch64": 266}[os.uname().machine]
if libc.syscall(number, 0, ctypes.create_string_buffer(512)) >= 0 or ctypes.get_errno() != errno.EPERM:
    print("breached")
