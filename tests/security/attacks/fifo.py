"""Makes a FIFO for whoever collects its files to hang on.

walls: system_calls
success: the script prints breached
"""

import os

os.mkfifo("pipe")
print("breached")
