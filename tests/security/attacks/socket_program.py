"""Attaches a program to a socket that the kernel runs for every packet.

walls: system_calls
success: the script prints breached
"""

import ctypes
import socket
import struct

one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
program = ctypes.create_string_buffer(struct.pack("=HBBI", 6, 0, 0, 0xFFFF))
one.setsockopt(socket.SOL_SOCKET, 26, struct.pack("@HP", 1, ctypes.addressof(program)))
print("breached")
