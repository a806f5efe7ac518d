"""Makes a user namespace while forking.

walls: system_calls
success: the script prints breached
"""

import ctypes
import os

number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
pid = ctypes.CDLL(None).syscall(number, 0x10000000 | 17, 0, 0, 0, 0)
if pid == 0:
    os._exit(0)
if pid > 0:
    print("breached")
