"""Enlarges the buffer from which a socket sends.

walls: system_calls
success: the script prints breached
"""

import socket

one, other = socket.socketpair()
one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2**20)
print("breached")
