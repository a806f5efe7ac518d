"""Asks which file a cookie of the profiler stands for.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 212, "aarch64": 18}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 0, 0)
print("breached")
