"""Renames a file of the host.

walls: files
success: the victim file on the host is gone
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.rename(told["victim_file"], told["victim_file"] + ".moved")
