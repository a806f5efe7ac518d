"""Speaks to the kernel's file server.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 180, "aarch64": 42}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 0, 0)
print("breached")
