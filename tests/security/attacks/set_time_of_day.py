"""Sets the clock by the old call.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 164, "aarch64": 170}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 0)
print("breached")
