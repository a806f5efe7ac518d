"""Leaves a process that holds a lock of a directory.

kind: influence
walls: isolation
"""

import fcntl
import os
import time


def locked():
    try:
        fcntl.flock(os.open("/tmp", os.O_RDONLY), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False


def stay():
    if os.fork() == 0:
        os.setsid()
        time.sleep(1)
        os._exit(0)


def f(x):
    seen = locked()
    seen or stay()
    return "seen" if seen else ""
