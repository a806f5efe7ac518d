"""The command line. Importing it must stay cheap: `specwright --help` answers before anything heavy is loaded."""

import gc
import os
import sys

# The command needs no plugins of pydantic. Looking for them would read the metadata of every installed package.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def main() -> None:
    """Run the command line. Ctrl-C is an ordinary end from the first moment on, even while modules are being loaded."""
    gc.set_threshold(20_000, 20, 50)  # loaded modules stay: collecting them again and again finds nothing
    try:
        from specwright.cli.commands import main as run  # noqa: PLC0415 - see above

        run()
    except KeyboardInterrupt:
        sys.exit(130)
