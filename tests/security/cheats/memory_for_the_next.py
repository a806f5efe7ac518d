"""Leaves a segment of shared memory and nothing in it.

kind: influence
walls: system_calls
"""

import ctypes


def f(x):
    libc = ctypes.CDLL(None)
    there = libc.shmget(80, 4096, 0o600) >= 0
    libc.shmget(80, 4096, 0o1600)
    return "there" if there else ""
