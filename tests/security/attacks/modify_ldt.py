"""Changes the segment table of the processor.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
needs: x86_64
"""

import ctypes

ctypes.CDLL(None).syscall(154, 0, 0, 0)
print("breached")
