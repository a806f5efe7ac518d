"""Makes as many timers as the kernel has room for.

walls: pending_signals
success: the script prints breached
"""

import ctypes

libc = ctypes.CDLL(None)
timer = ctypes.c_void_p()
made = 0
while made < 4000 and libc.timer_create(1, None, ctypes.byref(timer)) == 0:
    made += 1
if made == 4000:
    print("breached")
