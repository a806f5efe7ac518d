"""Reports numbers that JSON does not have.

kind: calls
"""

import os


def f(x):
    os.write(3, b'{"ending": "returned", "value": NaN}\n')
    os._exit(0)
