"""Learns the names of the host's control groups.

walls: cgroups
success: the script prints breached
needs: control groups
"""

with open("/proc/self/cgroup") as file:
    if "specwright-" in file.read():
        print("breached")
