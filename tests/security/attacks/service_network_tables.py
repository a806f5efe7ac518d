"""From a job with a loopback of its own, reads which ports are open on the host.

walls: network
loopback: yes
success: the script prints breached
"""

import json
import sys

told = json.loads(sys.stdin.read())
with open("/proc/net/tcp") as file:
    if ":%04X" % told["tcp_port"] in file.read():
        print("breached")
