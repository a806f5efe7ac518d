"""Fills memory with segments that outlive it.

walls: memory, system_calls
success: the script prints breached
memory_bytes: 134217728
"""

import ctypes

libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
size = 64 * 2**20
taken = [libc.shmget(0, size, 0o1600) for _ in range(4)]
for segment in taken:
    place = libc.shmat(segment, None, 0)
    libc.shmctl(segment, 0, None)
    ctypes.memset(place, 1, size)
if min(taken) >= 0:
    print("breached")
