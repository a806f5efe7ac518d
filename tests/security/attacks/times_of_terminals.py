"""Leaves a time at the directory of terminals.

walls: devices
success: the script prints breached
shown in: bubblewrap
"""

import os

os.utime("/dev/pts", (7, 7))
print("breached")
