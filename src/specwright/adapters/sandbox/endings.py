"""From what the kernel counted and the first process saw to how a job ended."""

from __future__ import annotations

import signal
from typing import Any

from specwright.ports.sandbox import ExecEnding


def how_it_ended(
    end: dict[str, Any], code: int | None, *, late: bool, flooded: bool
) -> tuple[ExecEnding | None, int | None, int | None]:
    """(ending, exit code, signal); no ending at all when the program was never started."""
    if late:
        return ExecEnding.TIMEOUT, None, signal.SIGKILL
    if flooded:
        return ExecEnding.OUTPUT_LIMIT, None, signal.SIGKILL
    if end.get("cpu_exceeded"):
        return ExecEnding.CPU_LIMIT, None, signal.SIGKILL
    if code is None:
        return (ExecEnding.OUT_OF_MEMORY, None, signal.SIGKILL) if end.get("oom") else (None, None, None)
    if code >= 0:
        refused = code != 0 and end.get("refused")
        killed = code != 0 and end.get("oom")
        ending = ExecEnding.OUT_OF_MEMORY if killed else ExecEnding.PROCESS_LIMIT if refused else ExecEnding.EXITED
        return ending, code, None
    return _by_signal(-code, end), None, -code


def _by_signal(number: int, end: dict[str, Any]) -> ExecEnding:
    if number == signal.SIGKILL and end.get("oom"):
        return ExecEnding.OUT_OF_MEMORY
    return {
        int(signal.SIGXCPU): ExecEnding.CPU_LIMIT,
        int(signal.SIGSYS): ExecEnding.FORBIDDEN,
        int(signal.SIGXFSZ): ExecEnding.OUTPUT_LIMIT,
    }.get(number, ExecEnding.SIGNALLED)
