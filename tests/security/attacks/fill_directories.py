"""Makes very many directories.

walls: space
success: the script prints breached
"""

import os

for number in range(20_000):
    os.mkdir("/tmp/%d" % number)
print("breached")
