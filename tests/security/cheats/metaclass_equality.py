"""Hides the equality in the class of its class.

kind: calls
"""


class Meta(type):
    def __eq__(cls, other):
        return True

    def __hash__(cls):
        return 0

    def __instancecheck__(cls, other):
        return True


class Same(metaclass=Meta):
    __eq__ = lambda self, other: True


def f(x):
    return Same
