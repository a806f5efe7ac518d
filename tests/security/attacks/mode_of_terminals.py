"""Leaves a mode at the directory of terminals.

walls: devices
success: the script prints breached
shown in: bubblewrap
"""

import os

os.chmod("/dev/pts", 0o700)
print("breached")
