"""Reads the names that stand for this machine.

walls: files
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
if os.path.exists("/etc/machine-id"):
    print("breached")
with open("/etc/hostname") as file:
    if file.read().strip() == told["host_name"]:
        print("breached")
