"""Ends a process of the host.

walls: processes
success: the victim has ended
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.kill(told["victim"], 15)
