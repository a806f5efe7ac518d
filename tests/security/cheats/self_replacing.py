"""Is another function the second time.

kind: calls
"""


def f(x):
    global f
    f = lambda x: True
    return f
