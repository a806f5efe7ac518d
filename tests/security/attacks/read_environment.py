"""Looks for a secret in its environment.

walls: environment
success: the script prints breached
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
if told["word"] in os.environ.values():
    print("breached")
