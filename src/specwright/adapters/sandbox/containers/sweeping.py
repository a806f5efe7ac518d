"""Our end of the process that removes our containers if we are killed (`sweeper.py`)."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from specwright.adapters.sandbox.streams import wait_for

_SWEEPER: Final = Path(__file__).with_name("sweeper.py")


class Sweeper:
    """A process that removes the containers with our label once our end of its pipe closes."""

    def __init__(self, engine: Sequence[str]) -> None:
        self.label = f"specwright.owner={secrets.token_hex(8)}"
        theirs, self.handle = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_SWEEPER), self.label, *engine],
            stdin=theirs,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
        os.close(theirs)

    async def close(self) -> None:
        self.process.kill()
        await wait_for(self.process)
        os.close(self.handle)
