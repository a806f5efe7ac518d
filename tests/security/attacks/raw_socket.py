"""Opens a raw socket, of the one kind that needs no privilege.

walls: system_calls
success: the script prints breached
"""

import socket

with socket.socket(socket.AF_UNIX, socket.SOCK_RAW):
    print("breached")
