"""Learns the name of the host.

walls: hostname
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
if os.uname().nodename == told["host_name"]:
    print("breached")
