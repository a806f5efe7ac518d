"""Queues a signal to a process of the host.

walls: processes
success: the victim has ended
"""

import ctypes
import json
import sys

told = json.loads(sys.stdin.read())
ctypes.CDLL(None).sigqueue(told["victim"], 15, None)
