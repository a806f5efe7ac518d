"""Reads the memory of another process.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 310, "aarch64": 270}[os.uname().machine]
ctypes.CDLL(None).syscall(number, os.getpid(), 0, 0, 0, 0, 0)
print("breached")
