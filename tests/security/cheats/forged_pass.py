"""Says in so many words that it passed.

kind: calls
"""

import os


def f(x):
    os.write(3, b'{"ending": "passed", "passed": true, "value": true, "out": [0, 0]}\n')
    os._exit(0)
