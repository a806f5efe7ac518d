"""Returns a list that holds itself.

kind: calls
"""


def f(x):
    ring = []
    ring.append(ring)
    return ring
