"""Floods its output without writing itself.

walls: output
success: more output is kept than may be
output_bytes: 10000
"""

import os

file = os.open("/tmp/file", os.O_RDWR | os.O_CREAT)
os.write(file, b"x" * 65536)
for _ in range(64):
    os.sendfile(1, file, 0, 65536)
