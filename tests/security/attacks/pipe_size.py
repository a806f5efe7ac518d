"""Enlarges a pipe, whose pages count for all processes of the user.

walls: system_calls
success: the script prints breached
"""

import fcntl
import os

read, write = os.pipe()
fcntl.fcntl(write, 1031, 2**20)
print("breached")
