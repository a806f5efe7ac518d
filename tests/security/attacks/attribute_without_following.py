"""Leaves an attribute at a path that is not followed.

walls: system_calls
success: the script prints breached
"""

import os

os.setxattr("/box", "user.left", b"behind", follow_symlinks=False)
print("breached")
