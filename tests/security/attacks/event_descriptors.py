"""Opens descriptors that are no files.

walls: open_files
success: the script prints breached
"""

import os

for _ in range(300):
    os.eventfd(0)
print("breached")
