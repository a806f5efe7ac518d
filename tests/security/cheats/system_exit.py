"""Leaves with the status of success.

kind: calls
"""

import sys


def f(x):
    sys.exit(0)
