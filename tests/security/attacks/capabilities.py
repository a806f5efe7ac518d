"""Looks whether it has any capability.

walls: privileges
success: the script prints breached
shown in: bubblewrap
"""

with open("/proc/self/status") as file:
    if any(line.startswith("CapEff:") and int(line.split()[1], 16) for line in file):
        print("breached")
