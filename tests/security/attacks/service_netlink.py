"""From a job that may open TCP sockets, lists network interfaces over netlink.

walls: system_calls
loopback: yes
success: the script prints breached
"""

import socket

with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW) as kernel:
    kernel.bind((0, 0))
    print("breached")
