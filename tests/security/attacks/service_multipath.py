"""From a job that may open TCP sockets, opens one of many paths.

walls: system_calls
loopback: yes
success: the kernel answers the call instead of refusing it unseen
"""

import errno
import socket

try:
    socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262).close()
    print("breached")
except OSError as error:
    if error.errno not in (errno.EAFNOSUPPORT, errno.EPERM):
        print("breached")
