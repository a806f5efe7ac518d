"""Reads a file of the host that anybody may read.

walls: files
success: the script prints breached
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open(told["secret"]) as file:
    if file.read() == told["word"]:
        print("breached")
