"""Leaves a hint at a directory that the next call has too.

walls: system_calls
success: the script prints breached
"""

import fcntl
import os

fcntl.fcntl(os.open("/tmp", os.O_RDONLY), 1036, (4).to_bytes(8, "little"))
print("breached")
