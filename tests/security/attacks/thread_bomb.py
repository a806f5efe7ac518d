"""Has many threads at once.

walls: process_count
success: the script prints breached
processes: 32
"""

import threading
import time

threading.stack_size(256 * 1024)
threads = [threading.Thread(target=time.sleep, args=(2,), daemon=True) for _ in range(120)]
for thread in threads:
    thread.start()
print("breached")
