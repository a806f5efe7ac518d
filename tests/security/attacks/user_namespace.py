"""Makes a user namespace, and in it is root.

walls: system_calls
success: the script prints breached
"""

import ctypes

if ctypes.CDLL(None).unshare(0x10000000) == 0:
    print("breached")
