"""Fills memory with what waits in pipes.

walls: memory
success: the script prints breached
memory_bytes: 20971520
needs: control groups
"""

import contextlib
import os

handles = []
for _ in range(16):
    if os.fork() == 0:
        for _ in range(110):
            read, write = os.pipe()
            os.set_blocking(write, False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    os.write(write, b"x" * 4096)
        os.read(0, 1)
        os._exit(0)
ended = [os.waitstatus_to_exitcode(os.wait()[1]) for _ in range(16)]
if ended == [0] * 16:
    print("breached")
