"""Leaves a second name of a file of its own.

walls: links
success: the result is collected although it has two names
"""

import os

with open("first", "w") as file:
    file.write("second name")
os.link("first", "result")
