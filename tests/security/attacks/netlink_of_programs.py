"""Opens netlink sockets to other programs.

walls: system_calls
success: the script prints breached
"""

import socket

with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, 2):
    print("breached")
