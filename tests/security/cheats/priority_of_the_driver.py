"""Takes processor time from its driver, and so from all who come after.

kind: influence
walls: system_calls
"""

import contextlib
import os


def f(x):
    seen = os.getpriority(os.PRIO_PROCESS, 0) or ""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, os.getppid(), 5)
    return str(seen)
