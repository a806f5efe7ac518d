"""Opens a socket to the machine below this one.

walls: system_calls
success: the kernel gives it the socket, or knows no such kind
needs: vsock
"""

import errno
import socket

try:
    socket.socket(40, socket.SOCK_STREAM).close()
    print("breached")
except OSError as error:
    if error.errno != errno.EAFNOSUPPORT:
        print("breached")
