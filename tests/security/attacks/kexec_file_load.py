"""Loads another kernel from a file.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 320, "aarch64": 294}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, -1, 0, 0, 0)
print("breached")
