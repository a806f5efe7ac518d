"""Asks the kernel about everybody's sockets.

walls: system_calls
success: the script prints breached
"""

import socket

with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, 4):
    print("breached")
