"""Computes in many threads at once.

walls: cpu
success: the script prints breached
cpu_seconds: 2
wall_seconds: 60
"""

import os
import threading


def spin():
    while True:
        pow(3, 200_000, 10**4000)


for _ in range(4):
    threading.Thread(target=spin, daemon=True).start()
while sum(os.times()[:2]) < 4:
    pass
print("breached")
