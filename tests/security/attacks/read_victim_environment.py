"""Reads the environment of a process of the host.

walls: processes, users
success: the script prints breached
shown in: namespaces
needs: root
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/%d/environ" % told["victim"]) as file:
    if told["word"] in file.read():
        print("breached")
