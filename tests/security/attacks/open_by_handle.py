"""Opens a file by its number, past every directory.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 304, "aarch64": 265}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0, 0)
print("breached")
