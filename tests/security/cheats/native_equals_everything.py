"""Returns an object that says it equals everything, where the test itself compares.

kind: native fooled
"""

import glob
import sys

# A test that compares in this process can be fooled, so a pass here must not be all there is.


class Same:
    __eq__ = lambda self, other: True


def f(x):
    return Same()
