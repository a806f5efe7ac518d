"""Ignores every signal and sleeps for longer than it may.

walls: wall_clock
success: the script prints breached
wall_seconds: 0.7
"""

import signal
import time

for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
time.sleep(2)
print("breached")
