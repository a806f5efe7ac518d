"""Sets a flag of a directory by the wider request.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import errno
import fcntl
import os
import struct

try:
    fcntl.ioctl(os.open("/tmp", os.O_RDONLY), 0x401C5820, struct.pack("=IIIII8x", 0x80, 0, 0, 0, 0))
    print("breached")
except OSError as error:
    if error.errno != errno.EPERM:
        print("breached")
