"""Picks a mounted file system to configure it anew.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 433, "aarch64": 433}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -100, 0, 0)
print("breached")
