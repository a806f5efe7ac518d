"""Leaves a message that the next call would find.

walls: system_calls
success: the script prints breached
"""

import ctypes

libc = ctypes.CDLL(None)
queue = libc.msgget(77, 0o1600)
if queue >= 0 and libc.msgsnd(queue, (1).to_bytes(8, "little") + b"left", 4, 0) == 0:
    libc.msgctl(queue, 0, None)
    print("breached")
