"""Takes the machine's swap space away.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 168, "aarch64": 225}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0)
print("breached")
