"""Attaches to a shared memory segment of the host.

walls: ipc, system_calls
success: the script prints breached
"""

import ctypes
import json
import sys

told = json.loads(sys.stdin.read())
if ctypes.CDLL(None).shmget(told["ipc_key"], 4096, 0) >= 0:
    print("breached")
