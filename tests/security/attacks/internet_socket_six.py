"""Opens an internet socket of the newer version.

walls: system_calls
success: the script prints breached
"""

import socket

socket.socket(socket.AF_INET6, socket.SOCK_STREAM).close()
print("breached")
