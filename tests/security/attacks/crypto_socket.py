"""Opens a socket to the kernel's ciphers.

walls: system_calls
success: the kernel itself answers
needs: crypto sockets
"""

import errno
import socket

try:
    socket.socket(38, socket.SOCK_SEQPACKET, 0).close()
    print("breached")
except OSError as error:
    if error.errno != errno.EAFNOSUPPORT:
        print("breached")
