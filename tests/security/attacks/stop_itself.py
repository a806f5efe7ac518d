"""Stops itself, so that it never ends.

walls: wall_clock
success: it runs for longer than it may
wall_seconds: 0.7
"""

import os
import signal
import time

if os.fork() == 0:
    time.sleep(2)
    os.kill(os.getppid(), signal.SIGCONT)
    os._exit(0)
os.kill(os.getpid(), signal.SIGSTOP)
print("breached")
