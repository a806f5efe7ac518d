"""Ties another process of the job to one processor.

walls: system_calls
success: the script prints breached
"""

import os
import time

other = os.fork()
if other == 0:
    time.sleep(5)
    os._exit(0)
try:
    os.sched_setaffinity(other, {min(os.sched_getaffinity(0))})
    print("breached")
finally:
    os.kill(other, 9)
