"""Lets a process of the host run only when nobody else does.

walls: processes, system_calls
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.sched_setscheduler(told["victim"], os.SCHED_IDLE, os.sched_param(0))
print("breached")
