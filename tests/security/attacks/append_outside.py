"""Appends to a file of the host that anybody may write.

walls: files
success: the open file on the host has grown
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open(told["open_file"], "a") as file:
    file.write("grown")
