"""Uses the processor for longer than it may.

walls: cpu
success: the script prints breached
cpu_seconds: 1
"""

import time

while time.process_time() < 3:
    pass
print("breached")
