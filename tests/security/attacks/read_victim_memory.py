"""Reads the memory of a process of the host.

walls: processes, users
success: the script prints breached
shown in: namespaces
needs: root
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/%d/maps" % told["victim"]) as file:
    start = int(next(line for line in file if "[stack]" in line).split("-")[0], 16)
with open("/proc/%d/mem" % told["victim"], "rb", 0) as memory:
    memory.seek(start)
    if memory.read(64):
        print("breached")
