"""Writes a good result when the process ends.

kind: calls
"""

import atexit
import os
import sys

LINE = b'{"ending": "returned", "value": 0, "out": [0, 0], "cpu": 0}\n'
FRAME = (
    b'{"first": 0, "count": 9, "how": "exited", "code": 0, "cpu": 0.0, "printed": 0, "value": 63, "out": 0}\n' + LINE
)


def late():
    for fd in range(3, 64):
        try:
            os.write(fd, LINE)
        except OSError:
            pass


atexit.register(late)


def f(x):
    sys.exit(0)
