"""Configures a file system that is to be mounted.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 431, "aarch64": 431}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0, 0, 0, 0)
print("breached")
