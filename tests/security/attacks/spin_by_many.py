"""Uses the processor with many processes, each below the limit.

walls: cpu
success: the script prints breached
cpu_seconds: 1
needs: control groups
"""

import os
import time

for _ in range(5):
    if os.fork() == 0:
        while time.process_time() < 0.9:
            pass
        os._exit(7)
    endings = os.wait()
print("breached")
