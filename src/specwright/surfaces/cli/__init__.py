"""The command line. Importing it must stay cheap: `specwright --help` answers before anything heavy is loaded."""

from specwright.surfaces.cli.commands import main

__all__ = ["main"]
