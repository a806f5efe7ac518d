"""Takes processor time from every process of its user.

kind: influence
walls: system_calls
"""

import contextlib
import os


def f(x):
    seen = os.getpriority(os.PRIO_PROCESS, 0)
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_USER, 0, 19)
    return "seen" if seen == 19 else ""
