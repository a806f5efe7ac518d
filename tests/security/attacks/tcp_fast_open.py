"""Sends data in the first packet, with no call of connect.

walls: network, system_calls
success: the listener hears of it
"""

import json
import socket
import sys
import time

told = json.loads(sys.stdin.read())
with socket.socket() as client:
    client.sendto(b"breached", 0x20000000, ("127.0.0.1", told["tcp_port"]))
    time.sleep(0.5)
