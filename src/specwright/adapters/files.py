"""Writing results where the user wants them."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from specwright.core.errors import UserError


def check_writable(directory: Path) -> None:
    """Raise UserError unless files can be written there, before any work is spent on them."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except OSError as error:
        raise UserError(
            f"cannot write to {directory}: {error.strerror or error}", hint="choose another directory with --out"
        ) from None


def write_files(directory: Path, files: Mapping[str, bytes]) -> Path:
    """Write the files whole, each in one step, replacing what was there. Raises UserError."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            with tempfile.NamedTemporaryFile(dir=directory, prefix=f".{name}.", delete=False) as file:
                written = Path(file.name)
                try:
                    file.write(content)
                    file.flush()
                    written.chmod(0o644)
                    written.replace(directory / name)
                except OSError:
                    written.unlink(missing_ok=True)
                    raise
    except OSError as error:
        raise UserError(
            f"cannot write to {directory}: {error.strerror or error}",
            hint="the run itself is kept: free some space, then `specwright show last --out DIR`",
        ) from None
    return directory.resolve()
