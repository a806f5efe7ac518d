"""Makes a file in a directory of the host where anybody may.

walls: files
success: the file marked exists on the host
"""

import json
import os
import sys

told = json.loads(sys.stdin.read())
with open(os.path.join(told["open_folder"], "marked"), "w") as file:
    file.write("here")
