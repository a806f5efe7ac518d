"""Makes the machine write back the disk that a mounted file lies on.

walls: system_calls
success: the script prints breached
"""

import ctypes
import os

NUMBER = {"x86_64": 306, "aarch64": 267}[os.uname().machine]
if ctypes.CDLL(None).syscall(NUMBER, os.open("/usr/lib", os.O_RDONLY)) == 0:
    print("breached")
