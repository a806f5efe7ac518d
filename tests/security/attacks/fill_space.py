"""Fills its private file system.

walls: space
success: the script prints breached
file_bytes: 8388608
"""

for number in range(5):
    with open("/tmp/%d" % number, "wb") as file:
        for _ in range(6):
            file.write(b"x" * 2**20)
print("breached")
