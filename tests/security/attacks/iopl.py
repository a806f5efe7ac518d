"""Asks for the processor's ports.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
needs: x86_64
"""

import ctypes

number = 172
ctypes.CDLL(None).syscall(number, 3)
print("breached")
