"""Clones a mount by the newer calls.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 428, "aarch64": 428}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -100, 0, 0)
print("breached")
