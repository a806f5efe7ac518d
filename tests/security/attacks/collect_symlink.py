"""Leaves a link to the host's secret where its result should be.

walls: links
success: what is collected holds the host's secret
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.symlink(told["secret"], "result")
