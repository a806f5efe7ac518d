"""Removes the containers of a process that was killed. Standard library only; runs as a program of its own.

    sweeper.py LABEL ENGINE [ARGUMENT ...]

A container ends by itself when its input is closed, and is removed then; but one that was made and not yet started
has no end. The input of this process is a pipe that the process it serves holds open, and so does every client of the
engine: its end means that no one could make another container. Then all that still have the label are removed.
Who ends in good order needs none of this, and ends this process first.
"""

from __future__ import annotations

import subprocess
import sys
import time

_LOOKS = 5
_PAUSE_SECONDS = 0.5


def sweep(label: str, engine: list[str]) -> None:
    """Remove containers with the label until there are none."""
    for _ in range(_LOOKS):
        listing = [*engine, "ps", "--all", "--quiet", "--filter", f"label={label}"]
        looked = subprocess.run(listing, capture_output=True, check=False, stdin=subprocess.DEVNULL, text=True, cwd="/")
        found = looked.stdout.split()
        if looked.returncode == 0 and not found:
            return
        if found:
            subprocess.run([*engine, "rm", "--force", *found], capture_output=True, check=False, cwd="/")
        time.sleep(_PAUSE_SECONDS)


def main() -> None:
    """Wait until everybody is gone, then sweep."""
    while sys.stdin.buffer.read(4096):
        continue  # nothing is sent here
    sweep(sys.argv[1], sys.argv[2:])


if __name__ == "__main__":
    main()
