"""Makes an io_uring, which runs calls past the filter.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
"""

import ctypes
import errno

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall(425, 1, 0)
if ctypes.get_errno() != errno.ENOSYS:
    print("breached")
