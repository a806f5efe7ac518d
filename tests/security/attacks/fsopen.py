"""Opens a file system by the newer calls.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 430, "aarch64": 430}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 0)
print("breached")
