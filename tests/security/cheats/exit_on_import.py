"""Ends the process with the status of success before it could be called.

kind: calls
"""

import os

os._exit(0)


def f(x):
    return x
