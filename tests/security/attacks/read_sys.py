"""Reads what the kernel tells of the machine's devices.

walls: files
success: the script prints breached
"""

import os

if os.listdir("/sys/class"):
    print("breached")
