"""Reads the command lines of the host's processes.

walls: processes
success: the script prints breached
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/%d/cmdline" % told["victim"]) as file:
    if "sleep" in file.read():
        print("breached")
