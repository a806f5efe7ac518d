"""Ends a process group of the host.

walls: processes
success: the victim has ended
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.killpg(told["victim"], 15)
