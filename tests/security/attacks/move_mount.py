"""Moves a mount.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 429, "aarch64": 429}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0, -1, 0, 0)
print("breached")
