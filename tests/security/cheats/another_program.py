"""Becomes another program that reports success.

kind: calls
"""

import os
import sys


def f(x):
    code = 'import os; os.write(3, b"{\\"ending\\": \\"returned\\", \\"value\\": 0}\\n" * 9)'
    os.set_inheritable(3, True)
    os.execv(sys.executable, [sys.executable, "-S", "-c", code])
