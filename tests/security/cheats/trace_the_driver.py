"""Traces the process that drives it.

kind: calls
"""

import ctypes
import os


def f(x):
    ctypes.CDLL(None).ptrace(16, os.getppid(), 0, 0)
    return None
