"""Looks for a descriptor that was left open by mistake.

walls: descriptors
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
for fd in range(3, 256):
    try:
        handle = os.open(told["secret"].lstrip("/"), os.O_RDONLY, dir_fd=fd)
    except OSError:
        continue
    if os.read(handle, 100).decode() == told["word"]:
        print("breached")
