"""Makes whoever opens a file wait for it.

walls: system_calls
success: the script prints breached
"""

import fcntl
import os

handle = os.open("leased", os.O_RDWR | os.O_CREAT)
fcntl.fcntl(handle, fcntl.F_SETLEASE, fcntl.F_WRLCK)
print("breached")
