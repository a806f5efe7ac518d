"""Connects to a socket of the host by its path.

walls: files
success: the script prints breached
"""

import json
import socket
import sys

told = json.loads(sys.stdin.read())
with socket.socket(socket.AF_UNIX) as client:
    client.connect(told["socket_path"])
    print("breached")
