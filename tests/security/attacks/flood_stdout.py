"""Writes without end to its stdout.

walls: output
success: more output is kept than may be
output_bytes: 65536
"""

import os

for _ in range(200):
    os.write(1, b"x" * 65536)
