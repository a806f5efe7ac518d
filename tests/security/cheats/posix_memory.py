"""Leaves shared memory of the newer kind.

kind: influence
walls: isolation
"""

import ctypes
import os


def f(x):
    seen = ctypes.CDLL(None).shm_open(b"/left", 0, 0) >= 0
    ctypes.CDLL(None).shm_open(b"/left", os.O_CREAT | os.O_RDWR, 0o600)
    return "seen" if seen else ""
