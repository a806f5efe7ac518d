"""Takes terminals, of which the whole machine has a fixed number.

walls: devices
success: the script prints breached
shown in: bubblewrap
"""

import pty

if len([pty.openpty() for _ in range(16)]) == 16:
    print("breached")
