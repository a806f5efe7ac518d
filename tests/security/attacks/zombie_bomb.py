"""Has many dead children that it does not wait for.

walls: process_count
success: the script prints breached
processes: 32
"""

import os

for _ in range(120):
    if os.fork() == 0:
        os._exit(0)
print("breached")
