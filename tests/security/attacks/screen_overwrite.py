"""Writes over what was on the line before.

walls: screen
success: the terminal gets a raw escape sequence
"""

print("3 failed\r3 passed")
