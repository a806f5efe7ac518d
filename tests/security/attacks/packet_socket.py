"""Opens a socket that sees every packet.

walls: system_calls
success: the kernel itself answers
"""

import errno
import socket

try:
    socket.socket(17, socket.SOCK_RAW, 0).close()
    print("breached")
except OSError as error:
    if error.errno == errno.EPERM:
        print("breached")
