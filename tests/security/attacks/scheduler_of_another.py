"""Lets another process of the job run only when nobody else does.

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
    os.sched_setscheduler(other, os.SCHED_IDLE, os.sched_param(0))
    print("breached")
finally:
    os.kill(other, 9)
