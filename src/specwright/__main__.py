"""`python -m specwright` is the command `specwright`."""

from specwright.cli import main

main()
