"""Takes a watcher of files by the call without flags.

walls: system_calls
success: the script prints breached
needs: x86_64
"""

import ctypes

if ctypes.CDLL(None).syscall(253) >= 0:
    print("breached")
