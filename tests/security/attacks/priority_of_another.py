"""Takes processor time from another process of the job.

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
    os.setpriority(os.PRIO_PROCESS, other, 19)
    print("breached")
finally:
    os.kill(other, 9)
