"""Changes the priority of a process of the host.

walls: processes, system_calls
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.setpriority(os.PRIO_PROCESS, told["victim"], 19)
print("breached")
