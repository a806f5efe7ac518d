"""Maps a huge page, of which the whole machine has a fixed number.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import errno
import mmap

try:
    mmap.mmap(-1, 2**21, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000)
    print("breached")
except OSError as error:
    if error.errno != errno.EPERM:
        print("breached")
