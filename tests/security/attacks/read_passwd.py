"""Reads the host's list of users.

walls: files
success: the script prints breached
"""

with open("/etc/passwd") as file:
    if "root:" in file.read():
        print("breached")
