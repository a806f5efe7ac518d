"""Leaves a process that answers at a name.

kind: influence
walls: isolation
"""

import contextlib
import os
import socket
import time

NAME = "\0left"


def answered():
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as client:
        client.connect(NAME)
        return True
    return False


def stay():
    server = socket.socket(socket.AF_UNIX)
    server.bind(NAME)
    server.listen()
    if os.fork() == 0:
        os.setsid()
        time.sleep(1)
        os._exit(0)


def f(x):
    seen = answered()
    seen or stay()
    return "seen" if seen else ""
