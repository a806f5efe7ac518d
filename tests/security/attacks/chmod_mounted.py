"""Changes what was mounted for it to read.

walls: files
success: the file marked exists on the host
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
with open(os.path.join(told["mounted"], "marked"), "w") as file:
    file.write("here")
