"""Fills the kernel's memory with attributes of a file.

walls: system_calls
success: the script prints breached
"""

import os

for number in range(16):
    os.setxattr("/tmp", "user.%d" % number, b"x" * 4000)
print("breached")
