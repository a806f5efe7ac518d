"""Looks for a setting of the kernel that it can write.

walls: devices
success: the script prints breached
shown in: bubblewrap
"""

import os

for folder, _, names in os.walk("/proc/sys"):
    for name in names:
        path = os.path.join(folder, name)
        try:
            with open(path, "rb") as file:
                value = file.read()
            with open(path, "wb", buffering=0) as file:
                file.write(value)
        except OSError:
            continue
        print("breached", path)
