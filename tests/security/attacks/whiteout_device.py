"""Makes a device node, the one that needs no privilege.

walls: system_calls
success: the script prints breached
"""

import os
import stat

os.mknod("device", stat.S_IFCHR | 0o600, os.makedev(0, 0))
print("breached")
