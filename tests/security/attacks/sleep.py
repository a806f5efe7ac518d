"""Sleeps for longer than it may.

walls: wall_clock
success: the script prints breached
wall_seconds: 0.7
"""

import time

time.sleep(2)
print("breached")
