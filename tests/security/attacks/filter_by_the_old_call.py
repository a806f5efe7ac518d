"""Sets a filter of system calls of its own.

walls: system_calls
success: the script prints breached
"""

import ctypes
import struct

PROGRAM = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 0x7FFF0000))
FILTER = struct.pack("HxxxxxxP", 1, ctypes.addressof(PROGRAM))
libc = ctypes.CDLL(None)
libc.prctl(38, 1, 0, 0, 0)
if libc.prctl(22, 2, FILTER, 0, 0) == 0:
    print("breached")
