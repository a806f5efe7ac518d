"""Asks how much memory is shared.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 31, "aarch64": 195}[os.uname().machine]
if libc.syscall(number, 0, 14, ctypes.create_string_buffer(256)) >= 0 or ctypes.get_errno() != errno.ENOSYS:
    print("breached")
