"""Sets how many semaphores its namespace may have.

walls: devices
success: the script prints breached
shown in: bubblewrap
"""

path = "/proc/sys/kernel/sem"
with open(path) as file:
    value = file.read()
with open(path, "w") as file:
    file.write(value)
print("breached")
