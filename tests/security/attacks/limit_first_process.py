"""Takes away from the first process of its own sandbox what that one needs to do its work.

walls: system_calls
success: the script prints breached
"""

import resource

resource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0))
print("breached")
