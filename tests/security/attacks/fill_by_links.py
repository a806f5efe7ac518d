"""Makes very many links with long targets.

walls: space
success: the script prints breached
"""

import os

for number in range(12_000):
    os.symlink("x" * 4000, "/tmp/%d" % number)
print("breached")
