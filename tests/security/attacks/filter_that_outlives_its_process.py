"""Keeps filters of system calls by descriptors: their code takes memory that the whole machine shares.

walls: system_calls
success: the script prints breached
"""

import ctypes
import os
import struct

PROGRAM = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 0x7FFF0000))
FILTER = struct.pack("HxxxxxxP", 1, ctypes.addressof(PROGRAM))
libc = ctypes.CDLL(None)
libc.prctl(38, 1, 0, 0, 0)
NUMBER = {"x86_64": 317, "aarch64": 277}[os.uname().machine]
LISTENER = 8
if libc.syscall(NUMBER, 1, LISTENER, FILTER) >= 0:
    print("breached")
