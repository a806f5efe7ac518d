"""From a job with a loopback of its own, connects to a listener on the host's.

walls: network, system_calls
loopback: yes
success: the listener hears of it
"""

import json
import socket
import sys

told = json.loads(sys.stdin.read())
with socket.create_connection(("127.0.0.1", told["tcp_port"]), 2) as client:
    client.sendall(b"breached")
