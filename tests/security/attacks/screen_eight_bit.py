"""Uses the eight-bit form of the escape character.

walls: screen
success: the terminal gets a raw escape sequence
"""

import sys

sys.stdout.buffer.write("\x9b2J".encode() + b"\x9b31m")
