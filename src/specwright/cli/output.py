"""Standard output that survives its reader.

A reader that has seen enough (`| head -1`) does not change the exit status: the rest of the output is dropped. An
output that cannot be written (`> /dev/full`) is an error of its own.
"""

from __future__ import annotations

import logging
import os
import sys
from io import BufferedWriter, RawIOBase, TextIOWrapper
from typing import Any, TextIO

from specwright.core.errors import OutputError


class Output(RawIOBase):
    """A descriptor. After its first fault everything written to it is dropped, and the run goes on."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._lost: OSError | None = None

    def write(self, content: Any) -> int:
        if self._lost is None:
            try:
                return os.write(self._descriptor, content)
            except OSError as error:
                self._lost = error
        return len(content)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def fault(self) -> OutputError | None:
        """Return why the output is not complete; None if it is, or if its reader did not want the rest."""
        sys.stdout.flush()
        if self._lost is None or isinstance(self._lost, BrokenPipeError):
            return None
        return OutputError(
            f"cannot write to standard output: {self._lost.strerror}",
            hint="free some space or print elsewhere; `specwright show last` prints a recorded run again",
        )


def _dropping() -> TextIO:
    """Return a stream to nowhere. Its descriptor stays open for good: another file must never get its number."""
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8", closefd=False)


class NoteHandler(logging.Handler):
    """Prints the notes of long preparations on standard error, through a live display if there is one."""

    def emit(self, record: logging.LogRecord) -> None:
        print(f"specwright: {record.getMessage()}", file=sys.stderr)


def show_notes() -> None:
    """Show people what the library logs for them: work that makes them wait."""
    logger = logging.getLogger("specwright")
    logger.setLevel(logging.INFO)
    logger.addHandler(NoteHandler())


def guard_output() -> Output | None:
    """Put a guarded stream in the place of `sys.stdout`; None if that is no descriptor.

    A closed stream (`>&-`) is replaced by one whose text is dropped.
    """
    sys.stdout = sys.stdout or _dropping()
    sys.stderr = sys.stderr or _dropping()
    stream = sys.stdout
    try:
        descriptor = stream.fileno()
        stream.flush()
    except (AttributeError, OSError, ValueError):
        return None
    output = Output(descriptor)
    sys.stdout = TextIOWrapper(
        BufferedWriter(output),
        encoding=stream.encoding,
        errors="backslashreplace",  # a terminal that lacks a character gets its number
        line_buffering=output.isatty(),
    )
    return output
