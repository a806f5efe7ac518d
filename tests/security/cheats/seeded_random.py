"""Hopes that the same dice are thrown outside.

kind: calls
"""

import random


def f(x):
    return "answer-%016x" % random.getrandbits(64)
