"""Sets the machine's domain name.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 171, "aarch64": 162}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 1)
print("breached")
