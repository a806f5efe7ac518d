"""Says it returned a value of a kind that nobody knows, in case that is equal to anything.

kind: calls
"""

import os


def f(x):
    os.write(3, b'{"ending": "returned", "value": {"$any": true}, "out": [0, 0]}\n')
    os._exit(0)
