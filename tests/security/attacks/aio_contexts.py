"""Takes asynchronous contexts, of which the whole machine has a fixed number.

walls: system_calls
success: the script prints breached
"""

import ctypes
import os

libc = ctypes.CDLL(None)
number = {"x86_64": 206, "aarch64": 0}[os.uname().machine]
taken = 0
for _ in range(32):
    context = ctypes.c_ulong(0)
    taken += libc.syscall(number, 16, ctypes.byref(context)) == 0
if taken:
    print("breached")
