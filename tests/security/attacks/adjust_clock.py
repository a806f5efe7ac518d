"""Reads how the clock is adjusted.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 159, "aarch64": 171}[os.uname().machine]
if libc.syscall(number, ctypes.create_string_buffer(512)) >= 0 or ctypes.get_errno() != errno.EPERM:
    print("breached")
