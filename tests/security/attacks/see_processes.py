"""Looks for a process of the host.

walls: processes
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
if os.path.exists("/proc/%d" % told["victim"]):
    print("breached")
