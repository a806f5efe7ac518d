"""Lets signals wait for many processes.

walls: pending_signals
success: the script prints breached
"""

import ctypes
import os
import signal
import time

libc = ctypes.CDLL(None)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
waiting, children = 0, []
for _ in range(8):
    child = os.fork()
    if child == 0:
        time.sleep(5)
        os._exit(0)
    children.append(child)
    waiting += sum(libc.sigqueue(child, int(signal.SIGRTMIN), None) == 0 for _ in range(500))
for child in children:
    os.kill(child, 9)
if waiting == 4000:
    print("breached")
