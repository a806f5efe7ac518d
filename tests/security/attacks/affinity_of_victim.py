"""Ties a process of the host to one processor.

walls: processes, system_calls
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.sched_setaffinity(told["victim"], {min(os.sched_getaffinity(0))})
print("breached")
