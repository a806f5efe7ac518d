"""Fills memory with datagrams to itself that it never reads.

walls: system_calls
success: the script prints breached
shown in: bubblewrap
"""

import contextlib
import socket

held = 0
for _ in range(40):
    receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    receiver.bind(("127.0.0.1", 0))
    receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**20)
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    with contextlib.suppress(OSError):
        for _ in range(8):
            held += sender.sendto(b"x" * 60_000, receiver.getsockname())
    socket.socket.detach(receiver)
if held > 2**20:
    print("breached")
