"""Ends a thread of a process of the host.

walls: processes
success: the victim has ended
"""

import ctypes
import json
import os
import sys

told = json.loads(sys.stdin.read())
number = {"x86_64": 234, "aarch64": 131}[os.uname().machine]
ctypes.CDLL(None).syscall(number, told["victim"], told["victim"], 15)
