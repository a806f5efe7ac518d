"""Ignores a signal from now on.

kind: influence
walls: isolation
"""

import signal


def f(x):
    seen = signal.getsignal(signal.SIGUSR1) == signal.SIG_IGN
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    return "seen" if seen else ""
