"""Opens a terminal of its own.

walls: devices
success: the script prints breached
shown in: bubblewrap
"""

import os

os.open("/dev/ptmx", os.O_RDWR | os.O_NOCTTY)
print("breached")
