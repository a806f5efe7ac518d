"""Fills memory with many processes, each below the limit.

walls: memory
success: the script prints breached
memory_bytes: 134217728
needs: control groups
"""

import os
import time

for _ in range(5):
    if os.fork() == 0:
        block = bytearray(60 * 2**20)
        block[::4096] = b"x" * len(block[::4096])
        time.sleep(1.5)
        os._exit(7)
endings = [os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(5)]
if endings == [7] * 5:
    print("breached")
