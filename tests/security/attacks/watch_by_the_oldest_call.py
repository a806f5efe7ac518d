"""Has the kernel tell it of what happens in a directory of the host.

walls: system_calls
success: the script prints breached
"""

import fcntl
import os
import signal

signal.signal(signal.SIGIO, signal.SIG_IGN)
fcntl.fcntl(os.open("/usr/lib", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS | fcntl.DN_MULTISHOT)
print("breached")
