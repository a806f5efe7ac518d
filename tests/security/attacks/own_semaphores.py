"""Makes semaphores that the next call would find.

walls: system_calls
success: the script prints breached
"""

import ctypes

libc = ctypes.CDLL(None)
semaphores = libc.semget(77, 1, 0o1600)
if semaphores >= 0:
    libc.semctl(semaphores, 0, 0)
    print("breached")
