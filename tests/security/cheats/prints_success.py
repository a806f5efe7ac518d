"""Prints what a test runner prints when all is well.

kind: calls
"""


def f(x):
    print("6 passed in 0.01s")
    print('{"ending": "returned", "value": 0}')
