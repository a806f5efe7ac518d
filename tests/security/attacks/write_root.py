"""Makes a file beside its own directories.

walls: files
success: the file marked exists on the host
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
try:
    with open("/marked", "w") as file:
        file.write("here")
except OSError:
    with open(os.path.join(told["open_folder"], "marked"), "w") as file:
        file.write("here")
