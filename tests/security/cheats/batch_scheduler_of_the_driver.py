"""Has its driver scheduled as work that can wait.

kind: influence
walls: system_calls
"""

import contextlib
import os


def f(x):
    seen = os.sched_getscheduler(0) or ""
    with contextlib.suppress(OSError):
        os.sched_setscheduler(os.getppid(), os.SCHED_BATCH, os.sched_param(0))
    return str(seen)
