"""Leaves a link to a directory of the host where its results should be.

walls: links
success: what is collected holds the host's secret
collect: folder/secret
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
os.symlink(os.path.dirname(told["secret"]), "folder")
