"""Renames the user's terminal window.

walls: screen
success: the terminal gets a raw escape sequence
"""

print("\033]0;renamed\007")
