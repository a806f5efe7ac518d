"""Shrinks the pipe that its output goes through.

walls: system_calls
success: the script prints breached
"""

import fcntl

if fcntl.fcntl(1, 1031, 4096) == 4096:
    print("breached")
