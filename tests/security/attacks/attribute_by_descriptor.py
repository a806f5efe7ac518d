"""Leaves an attribute at a directory that it holds open.

walls: system_calls
success: the script prints breached
"""

import os

os.setxattr(os.open("/dev/shm", os.O_RDONLY), "user.left", b"behind")
print("breached")
