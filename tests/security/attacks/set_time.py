"""Sets the clock.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 227, "aarch64": 112}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0)
print("breached")
