"""Has many processes at once.

walls: process_count
success: the script prints breached
processes: 32
"""

import os
import time

count = 0
for _ in range(120):
    try:
        pid = os.fork()
    except OSError:
        break
    if pid == 0:
        time.sleep(3)
        os._exit(0)
    count += 1
if count == 120:
    print("breached")
