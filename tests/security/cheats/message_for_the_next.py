"""Leaves a message in a queue that outlives it.

kind: influence
walls: system_calls
"""

import ctypes

NO_WAIT = 0o4000


def f(x):
    libc = ctypes.CDLL(None)
    queue = libc.msgget(79, 0o1600)
    if queue < 0:
        return ""
    message = ctypes.create_string_buffer(64)
    read = libc.msgrcv(queue, message, 32, 0, NO_WAIT)
    libc.msgsnd(queue, (1).to_bytes(8, "little") + b"left", 4, NO_WAIT)
    return "read" if read > 0 else ""
