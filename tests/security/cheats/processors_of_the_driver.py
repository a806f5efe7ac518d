"""Ties its driver to one processor.

kind: influence
walls: system_calls
"""

import contextlib
import os


def f(x):
    seen = "" if len(os.sched_getaffinity(0)) == os.cpu_count() else "tied"
    with contextlib.suppress(OSError):
        os.sched_setaffinity(os.getppid(), {min(os.sched_getaffinity(0))})
    return str(seen)
