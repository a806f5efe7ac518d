"""Takes a limit of a process of the host away from it.

walls: processes
success: the script prints breached
"""

import json
import resource
import sys

told = json.loads(sys.stdin.read())
resource.prlimit(told["victim"], resource.RLIMIT_NOFILE)
print("breached")
