"""Sets how much memory its namespace may share.

walls: devices
success: the script prints breached
shown in: bubblewrap
"""

path = "/proc/sys/kernel/shmmax"
with open(path) as file:
    value = file.read()
with open(path, "w") as file:
    file.write(value)
print("breached")
