"""Asks for one of the processor's ports.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
needs: x86_64
"""

import ctypes

number = 173
ctypes.CDLL(None).syscall(number, 128, 1, 1)
print("breached")
