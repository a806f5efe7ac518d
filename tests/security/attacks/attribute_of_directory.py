"""Leaves an attribute at a directory that the next call has too.

walls: system_calls
success: the script prints breached
"""

import os

os.setxattr("/tmp", "user.left", b"behind")
print("breached")
