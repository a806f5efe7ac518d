"""Reports something nested so deep that reading it may fail.

kind: calls
"""

import os


def f(x):
    os.write(3, b'{"ending": "returned", "value": ' + b"[" * 100000 + b"]" * 100000 + b"}\n")
    os._exit(0)
