"""Sets quotas of a file system that it holds open.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 443, "aarch64": 443}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0, 0, 0)
print("breached")
