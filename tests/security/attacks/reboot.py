"""Reboots, with words that no kernel accepts.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 169, "aarch64": 142}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 0, 0, 0, 0)
print("breached")
