"""Leaves a link to a link to the host's secret.

walls: links
success: what is collected holds the host's secret
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.symlink(told["secret"], "middle")
os.symlink("middle", "result")
