"""Climbs out of the working directory.

walls: files
success: the script prints breached
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/box/../../.." + told["secret"]) as file:
    if file.read() == told["word"]:
        print("breached")
