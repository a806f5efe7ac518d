"""Unloads a kernel module.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 176, "aarch64": 106}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 0, 0, 0, 0)
print("breached")
