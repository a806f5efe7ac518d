"""Lists the programs of the host.

walls: files
success: the script prints breached
"""

import os

if len(os.listdir("/usr/bin")) > 5:
    print("breached")
