"""Returns a promise instead of a value.

kind: calls
"""


def f(x):
    yield "answer"
