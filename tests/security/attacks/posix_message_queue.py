"""Makes a message queue by the newer call.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 240, "aarch64": 180}[os.uname().machine]
if libc.syscall(number, b"queue", 66, 384, 0) >= 0 or ctypes.get_errno() != errno.EPERM:
    print("breached")
