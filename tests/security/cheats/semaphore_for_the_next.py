"""Raises a semaphore that outlives it.

kind: influence
walls: system_calls
"""

import ctypes

GET_VALUE, SET_VALUE = 12, 16


def f(x):
    libc = ctypes.CDLL(None)
    found = libc.semget(78, 1, 0o1600)
    if found < 0:
        return ""
    seen = libc.semctl(found, 0, GET_VALUE)
    libc.semctl(found, 0, SET_VALUE, seen + 1)
    return "raised" if seen else ""
