"""Sets the parameters by which another process is scheduled.

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
    os.sched_setparam(other, os.sched_param(0))
    print("breached")
finally:
    os.kill(other, 9)
