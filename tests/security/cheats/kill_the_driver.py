"""Ends the process that drives it.

kind: calls
"""

import os
import signal


def f(x):
    os.kill(os.getppid(), signal.SIGKILL)
    return None
