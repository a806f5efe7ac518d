"""Lets another process of the job run only when nobody else does, by the newest call.

walls: system_calls
success: the script prints breached
"""

import ctypes
import os
import struct
import time

other = os.fork()
if other == 0:
    time.sleep(5)
    os._exit(0)
number = {"x86_64": 314, "aarch64": 274}[os.uname().machine]
idle = struct.pack("=IIQiIQQQ", 48, 5, 0, 0, 0, 0, 0, 0)
if ctypes.CDLL(None).syscall(number, other, idle, 0) == 0:
    print("breached")
os.kill(other, 9)
