"""The interpreter that others are measured with: one of an empty environment.

What is installed beside an interpreter may run at each of its starts (`*.pth` files) and make it several times as slow.
Our drivers skip that, so a comparison that did not would flatter us on such a machine.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
import venv
from functools import cache
from pathlib import Path


@cache
def plain_python() -> str:
    """An interpreter as anybody starts it, with nothing installed beside it."""
    folder = Path(tempfile.mkdtemp(prefix="specwright-plain-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    venv.create(folder, symlinks=True)
    return str(folder / "bin" / "python")
