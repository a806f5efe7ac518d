"""From a job that may open TCP sockets, asks for buffers that hold memory of the kernel.

walls: system_calls
loopback: yes
success: the script prints breached
"""

import socket

with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as server:
    server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    print("breached")
