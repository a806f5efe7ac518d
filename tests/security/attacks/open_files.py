"""Opens very many files.

walls: open_files
success: the script prints breached
open_files: 64
"""

import os

handles = [os.open("/dev/null", os.O_RDONLY) for _ in range(400)]
print("breached")
