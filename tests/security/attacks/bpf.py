"""Loads a program into the kernel.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 321, "aarch64": 280}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 0, 0, 0, 0)
print("breached")
