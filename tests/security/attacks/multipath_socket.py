"""Opens a socket of many paths.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import errno
import socket

try:
    socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262).close()
    print("breached")
except OSError as error:
    if error.errno != errno.EAFNOSUPPORT:
        print("breached")
