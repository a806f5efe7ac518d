"""Makes a file that is huge without holding anything.

walls: file_size
success: the script prints breached
"""

import os

with open("sparse", "wb") as file:
    os.truncate(file.fileno(), 2**40)
print("breached")
