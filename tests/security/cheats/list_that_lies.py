"""Returns a list whose iterator tells something else each time.

kind: calls
"""


class Liar(list):
    def __iter__(self):
        return iter(["whatever"])

    def __len__(self):
        return 1

    __eq__ = lambda self, other: True


def f(x):
    return Liar()
