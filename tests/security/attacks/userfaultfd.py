"""Handles page faults of the kernel.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 323, "aarch64": 282}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 1)
print("breached")
