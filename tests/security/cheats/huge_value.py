"""Returns far more than anybody can compare.

kind: calls
"""


def f(x):
    return ["x" * 2**20] * 100
