"""Has the memory of another process taken away.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 448, "aarch64": 448}[os.uname().machine]
ctypes.CDLL(None).syscall(number, -1, 0)
print("breached")
