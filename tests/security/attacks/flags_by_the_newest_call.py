"""Sets a flag of a directory by the newest call.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno
import os

libc = ctypes.CDLL(None, use_errno=True)
number = {"x86_64": 469, "aarch64": 469}[os.uname().machine]
if (
    libc.syscall(number, -100, b"/tmp", ctypes.create_string_buffer(24), 24, 0) >= 0
    or ctypes.get_errno() != errno.EOPNOTSUPP
):
    print("breached")
