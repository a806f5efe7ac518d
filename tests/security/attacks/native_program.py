"""Writes a program in machine code and runs it; it traces itself.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
needs: x86_64
"""

import os
import struct

# mov eax, 101 (ptrace); xor edi, edi; syscall; mov eax, 60 (exit); xor edi, edi; syscall
code = bytes.fromhex("b86500000031ff0f05b83c00000031ff0f05")
size = 64 + 56 + len(code)
head = b"\x7fELF\x02\x01\x01" + bytes(9)
head += struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, 0x400078, 64, 0, 0, 64, 56, 1, 0, 0, 0)
head += struct.pack("<IIQQQQQQ", 1, 5, 0, 0x400000, 0x400000, size, size, 4096)
with open("program", "wb") as file:
    file.write(head + code)
os.chmod("program", 0o700)
if os.spawnv(os.P_WAIT, "./program", ["program"]) == 0:
    print("breached")
