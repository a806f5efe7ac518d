"""Takes a descriptor out of another process.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 438, "aarch64": 438}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0, 0)
print("breached")
