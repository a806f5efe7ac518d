"""Raises an error that says that all is well.

kind: calls
"""


class Passed(Exception):
    pass


def f(x):
    raise Passed("1 passed")
