"""Watches the processor's counters.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import os

number = {"x86_64": 298, "aarch64": 241}[os.uname().machine]
ctypes.CDLL(None).syscall(number, 0, 0, -1, -1, 0)
print("breached")
