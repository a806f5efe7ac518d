"""Opens a file that a process of the host has open.

walls: processes, users
success: the script prints breached
shown in: namespaces
needs: root
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/%d/fd/0" % told["victim"], "rb"):
    print("breached")
