"""Sends a datagram to the host's loopback.

walls: network, system_calls
success: the datagram arrives
"""

import json
import socket
import sys

told = json.loads(sys.stdin.read())
with socket.socket(type=socket.SOCK_DGRAM) as client:
    client.sendto(b"breached", ("127.0.0.1", told["udp_port"]))
