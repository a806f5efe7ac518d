"""Lets its driver wait for the disk.

kind: influence
walls: system_calls
"""

import ctypes
import os

GET, SET = {"x86_64": (252, 251), "aarch64": (31, 30)}[os.uname().machine]
PROCESS, IDLE = 1, 3 << 13


def f(x):
    libc = ctypes.CDLL(None)
    seen = libc.syscall(GET, PROCESS, 0)
    libc.syscall(SET, PROCESS, os.getppid(), IDLE)
    return "seen" if seen == IDLE else ""
