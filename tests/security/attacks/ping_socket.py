"""Opens a socket that sends pings.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import errno
import socket

try:
    socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_ICMP).close()
    print("breached")
except OSError as error:
    if error.errno != errno.EAFNOSUPPORT:
        print("breached")
