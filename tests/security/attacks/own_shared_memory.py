"""Makes shared memory that the next call would find.

walls: system_calls
success: the script prints breached
"""

import ctypes

libc = ctypes.CDLL(None)
segment = libc.shmget(77, 4096, 0o1600)
if segment >= 0:
    libc.shmctl(segment, 0, None)
    print("breached")
