"""Reads through a symbolic link that it made itself.

walls: files
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.symlink(told["secret"], "link")
with open("link") as file:
    if file.read() == told["word"]:
        print("breached")
