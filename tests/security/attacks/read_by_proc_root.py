"""Goes through the link that /proc has to a process's root.

walls: files
success: the script prints breached
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/self/root" + told["secret"]) as file:
    if file.read() == told["word"]:
        print("breached")
