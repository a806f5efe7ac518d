"""Leaves a thread behind that writes good results.

kind: calls
"""

import os
import threading

LINE = b'{"ending": "returned", "value": 0, "out": [0, 0], "cpu": 0}\n'
FRAME = (
    b'{"first": 0, "count": 9, "how": "exited", "code": 0, "cpu": 0.0, "printed": 0, "value": 63, "out": 0}\n' + LINE
)


def late():
    while True:
        for fd in range(3, 16):
            try:
                os.write(fd, LINE)
            except OSError:
                pass


def f(x):
    threading.Thread(target=late).start()
    return None
