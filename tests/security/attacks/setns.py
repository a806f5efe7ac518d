"""Enters another namespace.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 308, "aarch64": 268}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0)
print("breached")
