"""Reads the number that stands for this machine.

walls: files
success: the script prints breached
"""

import os

if os.path.exists("/etc/hostname") or os.path.exists("/etc/machine-id"):
    print("breached")
