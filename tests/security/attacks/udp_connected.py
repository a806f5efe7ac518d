"""Sends a datagram over a connected socket.

walls: network, system_calls
success: the datagram arrives
"""

import json
import socket
import sys

told = json.loads(sys.stdin.read())
with socket.socket(type=socket.SOCK_DGRAM) as client:
    client.connect(("127.0.0.1", told["udp_port"]))
    client.send(b"breached")
