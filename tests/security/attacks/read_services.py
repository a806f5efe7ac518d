"""Reads what the host tells its programs of itself.

walls: files
success: the script prints breached
"""

import os

if os.path.exists("/run") and os.listdir("/run"):
    print("breached")
