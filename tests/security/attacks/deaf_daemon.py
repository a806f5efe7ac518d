"""Leaves a child behind that ignores every signal it can.

walls: processes
success: a process of the job is alive after its end
"""

import json
import os
import sys
import time

told = json.loads(sys.stdin.read())
import signal

if os.fork() == 0:
    os.setsid()
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    for fd in range(0, 64):
        try:
            os.close(fd)
        except OSError:
            continue
    os.execv(told["interpreter"], [told["interpreter"], "-S", "-c", "import time; time.sleep(4)", told["word"]])
time.sleep(0.3)
