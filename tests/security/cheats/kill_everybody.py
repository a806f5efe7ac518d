"""Ends every process it can.

kind: calls
"""

import os
import signal


def f(x):
    os.kill(-1, signal.SIGKILL)
    os.killpg(0, signal.SIGKILL)
