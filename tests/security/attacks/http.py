"""Fetches a page from the host's loopback.

walls: network, system_calls
success: the listener hears of it
"""

import http.client
import json
import sys

told = json.loads(sys.stdin.read())
client = http.client.HTTPConnection("127.0.0.1", told["tcp_port"], timeout=1)
client.request("GET", "/breached")
