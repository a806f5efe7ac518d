"""Mounts a file system that it configured.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 432, "aarch64": 432}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0, 0)
print("breached")
