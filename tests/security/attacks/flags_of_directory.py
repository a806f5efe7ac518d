"""Sets a flag of a directory that the next call has too.

walls: system_calls
success: the script prints breached
"""

import fcntl
import os
import struct

fcntl.ioctl(os.open("/tmp", os.O_RDONLY), 0x40086602, struct.pack("l", 0x40))
print("breached")
