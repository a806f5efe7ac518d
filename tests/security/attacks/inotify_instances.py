"""Takes the watchers of files that the user may have.

walls: system_calls
success: the script prints breached
"""

import ctypes

libc = ctypes.CDLL(None)
if [handle for handle in (libc.inotify_init1(0) for _ in range(16)) if handle >= 0]:
    print("breached")
