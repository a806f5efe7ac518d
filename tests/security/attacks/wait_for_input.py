"""Waits for an input that never comes.

walls: wall_clock
success: the script prints breached
wall_seconds: 1
"""

import os
import select

select.select([os.pipe()[0]], [], [], 4)
print("breached")
