"""Takes a port of the host that another program would use.

walls: network, system_calls
success: the script prints breached
"""

import errno
import json
import socket
import sys

told = json.loads(sys.stdin.read())
with socket.socket(type=socket.SOCK_DGRAM) as server:
    try:
        server.bind(("127.0.0.1", told["udp_port"]))
    except OSError as error:
        if error.errno == errno.EADDRINUSE:  # the host's own server has it: this is the host's network
            print("breached")
