"""Compares two processes inside the kernel.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 312, "aarch64": 272}[os.uname().machine]
ctypes.CDLL(None).syscall(number, os.getpid(), os.getpid(), 0, 0, 0)
print("breached")
