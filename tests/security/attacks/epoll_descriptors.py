"""Opens descriptors that watch others.

walls: open_files
success: the script prints breached
"""

import select

if len([select.epoll() for _ in range(300)]) == 300:
    print("breached")
