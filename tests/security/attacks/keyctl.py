"""Looks into the kernel's key rings.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, -3, 0)
print("breached")
