"""Takes a class of its own for input and output.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 251, "aarch64": 30}[os.uname().machine]
if libc.syscall(number, 1, 0, 3 << 13) >= 0 or ctypes.get_errno() != errno.EPERM:
    print("breached")
