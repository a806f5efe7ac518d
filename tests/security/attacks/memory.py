"""Fills memory.

walls: memory
success: the script prints breached
memory_bytes: 134217728
"""

block = bytearray(300 * 2**20)
for place in range(0, len(block), 4096):
    block[place] = 1
print("breached")
