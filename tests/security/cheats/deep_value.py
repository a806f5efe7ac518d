"""Returns something nested very deep.

kind: calls
"""


def f(x):
    value = None
    for _ in range(100_000):
        value = [value]
    return value
