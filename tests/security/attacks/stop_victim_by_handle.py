"""Ends a process of the host through a handle instead of a number.

walls: processes
success: the victim has ended
"""

import json
import os
import signal
import sys

told = json.loads(sys.stdin.read())
signal.pidfd_send_signal(os.pidfd_open(told["victim"]), signal.SIGTERM)
