"""Reads the host's files through the root of one of its processes.

walls: processes, users
success: the script prints breached
shown in: namespaces
needs: root
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/%d/root%s" % (told["victim"], told["secret"])) as file:
    if file.read() == told["word"]:
        print("breached")
