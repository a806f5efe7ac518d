"""What the interfaces share: names of languages, and a run of the sandbox as the end of a process."""

from __future__ import annotations

import signal
from typing import Final

from specwright.languages.registry import ROWS
from specwright.ports.sandbox import ExecEnding, ExecResult

ALIASES: Final = {name: tuple(sorted(row.fence_tags - {name})) for name, row in ROWS.items()}
"""Other names of our languages, which other sandboxes use."""
LANGUAGE_OF: Final = {name: language for language, names in ALIASES.items() for name in (language, *names)}
LATE: Final = frozenset({ExecEnding.TIMEOUT, ExecEnding.CPU_LIMIT})
_SIGNALS: Final = {
    ExecEnding.OUT_OF_MEMORY: 9,
    ExecEnding.OUTPUT_LIMIT: 25,
    ExecEnding.FORBIDDEN: 31,
    ExecEnding.PROCESS_LIMIT: 9,
    ExecEnding.TIMEOUT: 9,
    ExecEnding.CPU_LIMIT: 9,
}
"""The signal that would have ended the process: SIGKILL, SIGXFSZ, SIGSYS."""


def signal_of(result: ExecResult) -> int | None:
    """Return the signal that ended the program; None if it ended by itself."""
    if result.ending is ExecEnding.SIGNALLED:
        return result.signal
    return _SIGNALS.get(result.ending)


def name_of(number: int) -> str:
    """Return the name of a signal, those between SIGRTMIN and SIGRTMAX included, which Python has no names for."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"SIGRTMIN+{number - signal.SIGRTMIN}"


def text_of(output: bytes) -> str:
    return output.decode("utf-8", "replace")
