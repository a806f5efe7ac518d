"""Turns the direction of the text, so that it reads otherwise than it is.

walls: screen
success: the terminal gets a raw escape sequence
"""

print("\u202egnissap ton\u202c")
