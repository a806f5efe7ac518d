"""Lowers a limit of its own.

kind: influence
walls: isolation
"""

import resource


def f(x):
    seen = resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 77
    resource.setrlimit(resource.RLIMIT_NOFILE, (77, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    return "seen" if seen else ""
