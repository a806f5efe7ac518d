"""Gives the kernel advice on the memory of another process.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 440, "aarch64": 440}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0, 0, 0, 0)
print("breached")
