"""Reads its environment as the kernel keeps it.

walls: environment
success: the script prints breached
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/self/environ") as file:
    if told["word"] in file.read():
        print("breached")
