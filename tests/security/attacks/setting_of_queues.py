"""Sets how many messages a queue of its namespace may hold.

walls: devices
success: the script prints breached
shown in: bubblewrap
"""

path = "/proc/sys/fs/mqueue/msg_max"
with open(path) as file:
    value = file.read()
with open(path, "w") as file:
    file.write(value)
print("breached")
