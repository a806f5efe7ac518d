"""From a job with a loopback of its own, connects to an abstract socket of the host.

walls: network
loopback: yes
success: the script prints breached
"""

import json
import socket
import sys

told = json.loads(sys.stdin.read())
with socket.socket(socket.AF_UNIX) as client:
    client.connect("\0" + told["abstract"])
    print("breached")
