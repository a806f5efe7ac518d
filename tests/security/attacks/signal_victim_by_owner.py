"""Has the kernel signal a process of the host when a pipe can be read.

walls: processes
success: the victim has ended
"""

import fcntl
import json
import os
import sys

told = json.loads(sys.stdin.read())
read, write = os.pipe()
fcntl.fcntl(read, fcntl.F_SETOWN, told["victim"])
fcntl.fcntl(read, 10, 15)
fcntl.fcntl(read, fcntl.F_SETFL, os.O_ASYNC)
os.write(write, b"x")
