"""Turns the randomness of addresses off.

walls: system_calls
success: the script prints breached
"""

import ctypes

if ctypes.CDLL(None).personality(0x0040000) >= 0:
    print("breached")
