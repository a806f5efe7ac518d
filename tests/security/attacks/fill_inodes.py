"""Makes very many empty files.

walls: space
success: the script prints breached
"""

for number in range(20_000):
    open("/tmp/%d" % number, "w").close()
print("breached")
