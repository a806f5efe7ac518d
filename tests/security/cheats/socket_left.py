"""Leaves a socket that nobody listens at.

kind: influence
walls: isolation
"""

import os
import socket


def f(x):
    seen = os.path.exists("/tmp/socket")
    seen or socket.socket(socket.AF_UNIX).bind("/tmp/socket")
    return "seen" if seen else ""
