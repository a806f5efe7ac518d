"""From a job with a loopback of its own, connects to the host's by every name that it has.

walls: network, system_calls
loopback: yes
success: the listener hears of it
"""

import json
import socket
import sys

told = json.loads(sys.stdin.read())
for name in ("localhost", "::ffff:127.0.0.1", "127.0.0.1", "127.1", "0.0.0.0"):
    try:
        with socket.create_connection((name, told["tcp_port"]), 2) as client:
            client.sendall(b"breached")
            break
    except OSError:
        continue
