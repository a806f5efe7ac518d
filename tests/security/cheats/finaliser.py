"""Acts when its result is thrown away.

kind: calls
"""

import os

LINE = b'{"ending": "returned", "value": 0, "out": [0, 0], "cpu": 0}\n'
FRAME = (
    b'{"first": 0, "count": 9, "how": "exited", "code": 0, "cpu": 0.0, "printed": 0, "value": 63, "out": 0}\n' + LINE
)


class Late:
    def __del__(self):
        for fd in range(3, 64):
            try:
                os.write(fd, LINE)
            except OSError:
                pass


def f(x):
    return Late()
