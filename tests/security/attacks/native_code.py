"""Runs machine code that it wrote into memory, and from there traces itself.

walls: system_calls
success: the kernel answers the call instead of refusing it unseen
needs: x86_64
"""

import ctypes
import mmap

# mov eax, 101 (ptrace); xor edi, edi; syscall; ret
code = bytes.fromhex("b86500000031ff0f05c3")
memory = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
memory.write(code)
ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))()
print("breached")
