"""Mounts a file system as root of a user namespace of its own.

walls: system_calls
success: the script prints breached
"""

import ctypes

libc = ctypes.CDLL(None)
if libc.unshare(0x10020000) == 0 and libc.mount(b"tmpfs", b"/tmp", b"tmpfs", 0, None) == 0:
    print("breached")
