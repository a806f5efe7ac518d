"""Connects to the host's loopback by its name.

walls: network, system_calls
success: the listener hears of it
"""

import json
import socket
import sys

told = json.loads(sys.stdin.read())
for name in ("localhost", "127.0.0.1", "127.1", "0.0.0.0"):
    try:
        with socket.create_connection((name, told["tcp_port"]), 2) as client:
            client.sendall(b"breached")
            break
    except OSError:
        continue
