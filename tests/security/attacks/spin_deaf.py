"""Ignores the signal that says its time is up.

walls: cpu
success: the script prints breached
cpu_seconds: 1
"""

import signal
import time

signal.signal(signal.SIGXCPU, signal.SIG_IGN)
while time.process_time() < 3.5:
    pass
print("breached")
