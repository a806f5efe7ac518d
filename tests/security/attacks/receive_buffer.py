"""Enlarges the buffer into which a socket receives.

walls: system_calls
success: the script prints breached
"""

import socket

one, other = socket.socketpair()
other.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**20)
print("breached")
