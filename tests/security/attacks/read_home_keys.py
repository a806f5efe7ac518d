"""Reads a private key below a user's home.

walls: files
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
with open(os.path.join(told["home"], ".ssh", "id_ed25519")) as file:
    if told["word"] in file.read():
        print("breached")
