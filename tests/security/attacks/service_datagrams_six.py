"""From a job that may open TCP sockets, opens one for datagrams of the other family.

walls: system_calls
loopback: yes
success: the script prints breached
"""

import socket

socket.socket(socket.AF_INET6, socket.SOCK_DGRAM).close()
print("breached")
