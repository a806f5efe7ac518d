"""Reads a driver's report of the calls that it made. Every language has the same report.

For each process that made calls, a driver writes one line of JSON and then two bodies. The line has their sizes. The
first body is the process's own account of its calls, one JSON line for each; the second is its output. The line is
written by the driver and trusted if it is well-formed. The bodies come from the untrusted program.
"""

from __future__ import annotations

import signal
from typing import Any, Final

from pydantic import Field

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.untrusted import TooDeep, checked, finite, parse_untrusted
from specwright.core.value import Value
from specwright.ports.sandbox import ExecEnding, ExecResult

_CUT: Final = {"$cut": "nested too deep"}
_KEPT_OUTPUT: Final = 64 * 1024
_ENDINGS: Final = {
    ExecEnding.TIMEOUT: Ending.TIMEOUT,
    ExecEnding.CPU_LIMIT: Ending.TIMEOUT,
    ExecEnding.OUT_OF_MEMORY: Ending.OUT_OF_MEMORY,
    ExecEnding.OUTPUT_LIMIT: Ending.OUTPUT_LIMIT,
    ExecEnding.PROCESS_LIMIT: Ending.PROCESS_LIMIT,
    ExecEnding.FORBIDDEN: Ending.FORBIDDEN,
}


class Frame(Value):
    """One process that made `count` calls from `first` on."""

    first: int = Field(ge=0)
    count: int = Field(ge=0)
    how: str
    code: int
    cpu: float = Field(ge=0)
    memory: int = Field(0, ge=0)
    last: float = Field(0.0, ge=0)
    """Seconds from its last report, or from its start, to its end, if known."""
    printed: int = Field(ge=0)
    value: int = Field(ge=0)
    out: int = Field(ge=0)


def read_outcomes(result: ExecResult, count: int) -> tuple[Outcome, ...]:
    """Return exactly `count` outcomes; a call without a report ended as the whole job did."""
    found: dict[int, Outcome] = {}
    rest = result.report
    while rest and len(found) < count:
        try:
            line, rest = rest.split(b"\n", 1)
            frame = Frame.model_validate(parse_untrusted(line))
        except ValueError:
            break
        if frame.first + frame.count > count:
            break
        said, printed, rest = rest[: frame.value], rest[frame.value :][: frame.out], rest[frame.value + frame.out :]
        for place, outcome in enumerate(_of_process(frame, said, printed, result), frame.first):
            found.setdefault(place, outcome)
    lost = _untold(result)
    return tuple(found.get(place, lost) for place in range(count))


def _untold(result: ExecResult) -> Outcome:
    ending = _ENDINGS.get(result.ending, Ending.CRASHED)
    error = "nothing was reported" if ending is Ending.CRASHED else ending.value
    return Outcome(ending=ending, error=error, detail=result.stderr.decode("utf-8", "backslashreplace")[-2000:])


def _of_process(frame: Frame, said: bytes, printed: bytes, result: ExecResult) -> list[Outcome]:
    outcomes: list[Outcome] = []
    for line in said.split(b"\n")[: frame.count]:
        outcome = _told(line, printed) if line else None
        if outcome is None:
            break
        # Of a call that had a process to itself the driver knows the time, and the program need not be asked.
        outcomes.append(outcome.model_copy(update=_alone(frame)) if frame.count == 1 else outcome)
    missing = frame.count - len(outcomes)
    if missing and outcomes and outcomes[-1].ending is Ending.NOT_LOADED:
        return outcomes + [outcomes[-1]] * missing
    # A process makes its calls in turn, so the first one without a word is the one that ended it.
    return outcomes + [_ended(frame, result, printed if frame.count == 1 else b"")] * missing


def _alone(frame: Frame) -> dict[str, float | int | None]:
    return {"cpu_seconds": frame.cpu, "peak_memory_bytes": frame.memory or None}


def _told(line: bytes, printed: bytes) -> Outcome | None:
    """Return what the program reports of one call; None if the report is malformed."""
    try:
        said: Any = parse_untrusted(line)
        ending = Ending(said["ending"])
        start, end = said.get("out", (0, 0))
        return Outcome(
            ending=ending,
            value=_value(said["value"]) if ending is Ending.RETURNED else None,
            error=None if ending is Ending.RETURNED else _text(said.get("error", ending.value), 200),
            detail=_text(said.get("detail", ""), 8000),
            stdout=_printed(printed, start, end),
            cpu_seconds=finite(said.get("cpu")),
            own_seconds=finite(said.get("cpu")),
        )
    except TooDeep:
        return Outcome(ending=Ending.RETURNED, value=_CUT)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _value(data: Any) -> Data:
    """Return the value that a call reported; a value nested too deep is cut, and a cut value equals nothing."""
    try:
        return checked(data)
    except TooDeep:
        return _CUT


def _text(value: Any, limit: int) -> str:
    return str(value)[:limit].encode("utf-8", "backslashreplace").decode()


def _printed(printed: bytes, start: Any, end: Any) -> str:
    if not (type(start) is int and type(end) is int and 0 <= start <= end):
        return ""
    kept = printed[start : min(end, start + _KEPT_OUTPUT)].decode("utf-8", "backslashreplace")
    cut = end - start - len(printed[start : min(end, start + _KEPT_OUTPUT)])
    return f"{kept}\n[{cut} more bytes were cut off]" if cut > 0 else kept


def _ended(frame: Frame, result: ExecResult, printed: bytes) -> Outcome:
    """Return the outcome of a call that ended its process."""
    ending, error = _how(frame, result)
    outcome = Outcome(ending=ending, error=error, stdout=_printed(printed, 0, frame.printed if printed else 0))
    own = {"own_seconds": min(frame.cpu, frame.last), "starved": frame.how == "starved"}
    return outcome.model_copy(update={**_alone(frame), **own})


def _how(frame: Frame, result: ExecResult) -> tuple[Ending, str]:
    if frame.how in ("timeout", "starved") or (frame.how == "signalled" and frame.code == signal.SIGXCPU):
        return Ending.TIMEOUT, Ending.TIMEOUT.value
    if frame.how == "signalled" and frame.code == signal.SIGSYS:
        return Ending.FORBIDDEN, Ending.FORBIDDEN.value
    if frame.how == "signalled" and frame.code == signal.SIGXFSZ:
        return Ending.OUTPUT_LIMIT, Ending.OUTPUT_LIMIT.value
    if frame.how == "signalled" and frame.code == signal.SIGKILL and result.ending is ExecEnding.OUT_OF_MEMORY:
        return Ending.OUT_OF_MEMORY, Ending.OUT_OF_MEMORY.value
    if frame.how == "signalled":
        return Ending.CRASHED, f"killed by {_signal_name(frame.code)}"
    return Ending.CRASHED, f"ended without returning (exit status {frame.code})"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
