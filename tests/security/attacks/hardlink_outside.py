"""Gives a file of the host a second name.

walls: files
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.link(told["open_file"], told["open_file"] + ".second")
print("breached")
