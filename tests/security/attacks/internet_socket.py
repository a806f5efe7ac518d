"""Opens an internet socket, whose buffers count for no limit.

walls: system_calls
success: the script prints breached
"""

import socket

socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close()
print("breached")
