"""Makes the machine write back all its disks, again and again.

walls: system_calls
success: the script prints breached
"""

import ctypes
import os

NUMBER = {"x86_64": 162, "aarch64": 81}[os.uname().machine]
if ctypes.CDLL(None).syscall(NUMBER) == 0:
    print("breached")
