"""Has a child outlive the parent that runs into the wall clock.

walls: processes
success: a process of the job is alive after its end
wall_seconds: 1
"""

import json
import os
import sys
import time

told = json.loads(sys.stdin.read())
if os.fork() == 0:
    os.setsid()
    for fd in range(0, 64):
        try:
            os.close(fd)
        except OSError:
            continue
    os.execv(told["interpreter"], [told["interpreter"], "-S", "-c", "import time; time.sleep(4)", told["word"]])
time.sleep(60)
