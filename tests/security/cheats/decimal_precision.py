"""Sets how exact decimals are.

kind: influence
walls: isolation
"""

import decimal


def f(x):
    seen = decimal.getcontext().prec == 3
    decimal.getcontext().prec = 3
    return "seen" if seen else ""
