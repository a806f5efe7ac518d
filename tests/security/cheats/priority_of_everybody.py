"""Takes processor time from every process of its user.

kind: influence
walls: system_calls
"""

import contextlib
import os


def f(x):
    seen = os.getpriority(os.PRIO_PROCESS, 0) or ""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_USER, 0, 5)
    return str(seen)
