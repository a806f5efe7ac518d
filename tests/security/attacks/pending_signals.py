"""Lets as many signals wait as the kernel has room for.

walls: pending_signals
success: the script prints breached
"""

import ctypes
import os
import signal

libc = ctypes.CDLL(None)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
waiting = 0
while waiting < 4000 and libc.sigqueue(os.getpid(), int(signal.SIGRTMIN), None) == 0:
    waiting += 1
if waiting == 4000:
    print("breached")
