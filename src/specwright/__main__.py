"""`python -m specwright` is the command `specwright`."""

from specwright.surfaces.cli import main

main()
