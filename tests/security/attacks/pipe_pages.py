"""Takes all pages of pipes that the user may have.

walls: system_calls
success: the script prints breached
"""

import fcntl
import os

pages = 0
for _ in range(60):
    try:
        pages += fcntl.fcntl(os.pipe()[1], 1031, 2**20) // 4096
    except OSError:
        continue
if pages > 8192:
    print("breached")
