"""Opens a set of semaphores of the host.

walls: ipc, system_calls
success: the script prints breached
"""

import ctypes
import json
import sys

told = json.loads(sys.stdin.read())
if ctypes.CDLL(None).semget(told["ipc_key"], 1, 0) >= 0:
    print("breached")
