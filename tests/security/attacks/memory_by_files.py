"""Fills memory with files that have no name.

walls: memory
success: the script prints breached
memory_bytes: 134217728
needs: control groups
"""

import os

for number in range(12):
    handle = os.memfd_create(str(number))
    for _ in range(20):
        os.write(handle, b"x" * 2**20)
print("breached")
