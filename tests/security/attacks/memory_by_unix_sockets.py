"""Fills memory with messages that nobody reads.

walls: memory
success: the script prints breached
memory_bytes: 67108864
needs: control groups
"""

import contextlib
import os
import socket

pairs = []
for _ in range(24):
    if os.fork() == 0:
        for _ in range(110):
            pair = socket.socketpair()
            pair[0].setblocking(False)
            pairs.append(pair)
            with contextlib.suppress(BlockingIOError):
                while True:
                    pair[0].send(b"x" * 65536)
        os.write(1, b"filled\n")
        os.read(0, 1)
        os._exit(0)
ended = [os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(24)]
if ended == [0] * 24:
    print("breached")
