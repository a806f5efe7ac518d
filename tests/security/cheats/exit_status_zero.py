"""Ends the process with the status of success.

kind: calls
"""

import os


def f(x):
    os._exit(0)
