"""Opens a message queue of the host.

walls: ipc, system_calls
success: the script prints breached
"""

import ctypes
import json
import sys

told = json.loads(sys.stdin.read())
if ctypes.CDLL(None).msgget(told["ipc_key"], 0) >= 0:
    print("breached")
