"""Hangs up the terminal.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 153, "aarch64": 58}[os.uname().machine]
ctypes.CDLL(None).syscall(number)
print("breached")
