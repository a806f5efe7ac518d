"""Reads the environment of the sandbox's first process.

walls: environment
success: the script prints breached
shown in: bubblewrap
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/1/environ") as file:
    if told["word"] in file.read():
        print("breached")
