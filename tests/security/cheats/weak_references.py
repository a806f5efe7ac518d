"""Changes its result when nobody holds it any more.

kind: calls
"""

import weakref


class Result:
    pass


def f(x):
    result = Result()
    weakref.finalize(result, print, "passed")
    return [weakref.proxy(result)]
