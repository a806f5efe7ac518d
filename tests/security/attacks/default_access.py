"""Makes every new file in a directory unreadable for its owner.

walls: system_calls
success: the script prints breached
"""

import os
import struct

entries = ((0x01, 0, 0xFFFFFFFF), (0x04, 0, 0xFFFFFFFF), (0x20, 0, 0xFFFFFFFF))
rules = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
os.setxattr("/tmp", "system.posix_acl_default", rules)
print("breached")
