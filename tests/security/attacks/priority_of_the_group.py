"""Takes processor time from all processes of a group.

walls: system_calls
success: the script prints breached
shown in: bubblewrap
"""

import os
import time

other = os.fork()
if other == 0:
    time.sleep(5)
    os._exit(0)
try:
    os.setpriority(os.PRIO_PGRP, 0, 19)
    print("breached")
finally:
    os.kill(other, 9)
