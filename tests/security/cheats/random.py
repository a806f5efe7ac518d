"""Returns something else each time.

kind: calls
"""

import os


def f(x):
    return "answer-" + os.urandom(8).hex()
