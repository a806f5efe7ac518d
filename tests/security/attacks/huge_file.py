"""Writes one file larger than any may be.

walls: file_size
success: the script prints breached
file_bytes: 8388608
"""

import os

handle = os.memfd_create("huge")
for _ in range(20):
    os.write(handle, b"x" * 2**20)
print("breached")
