"""Fills memory that it shares with nobody.

walls: memory
success: the script prints breached
memory_bytes: 134217728
needs: control groups
"""

import mmap

block = mmap.mmap(-1, 300 * 2**20)
for place in range(0, len(block), 4096):
    block[place] = 1
print("breached")
