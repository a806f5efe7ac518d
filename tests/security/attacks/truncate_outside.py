"""Empties a file of the host.

walls: files
success: the victim file on the host is empty
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.truncate(told["victim_file"], 0)
