"""Commands: the function that a package offers for one, the program that starts it, and a test of that program.

What the code writer gives is a function of the library: tests can call it a thousand times, and coverage sees it.
The program around it is made: it hands over arguments and streams, and exits with the result.
"""

from __future__ import annotations

from specwright.core.program.package import Item, Package


def command_of(package: Package) -> Item | None:
    """Return the command that the package offers; it has one at most."""
    return next(iter(package.commands), None)


def program_name(item: Item) -> str:
    """Return the command as it is typed."""
    return item.name.replace("_", "-")
