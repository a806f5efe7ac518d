"""Runs of a project by the language's own tools, step by step, under our driver: every language but Python."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from pydantic import Field

from specwright.core.evidence.native import LATE, NativeReport
from specwright.core.program.untrusted import UNREADABLE, parse_report
from specwright.core.value import Value
from specwright.languages.common.packaging.batch_runs import work_of
from specwright.languages.common.supervised import interpreter_beside
from specwright.languages.common.tools.interpreter import ENVIRONMENT
from specwright.languages.drivers import START, python_program
from specwright.ports.language import NativeRun
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits, Mount

P = TypeVar("P")
A = ParamSpec("A")
_MOST_LINES: Final = 100_000
# The driver and its interpreter.
_OWN_MEMORY: Final = 96 * 1024 * 1024
PROJECT: Final = "/box/project"
"""The project's folder in the sandbox."""


class Step(Value):
    """One program to run in the project's folder."""

    name: str
    argv: tuple[str, ...]
    env: dict[str, str] = Field(default_factory=dict)
    seconds: float = 60.0
    must: bool = False
    """Whether no further step is run if it fails."""
    input: str | None = None
    """The step whose output it reads."""


class Ended(Value):
    """How a step ended, and its output on descriptors 1, 2 and 3."""

    how: str
    code: int
    out: str
    err: str
    said: str

    @property
    def fine(self) -> bool:
        return self.how == "exited" and self.code == 0


class DriverReport(Value):
    """The driver's report of a run: its steps, and the files that were brought back."""

    steps: dict[str, Ended]
    files: dict[str, str]


class Needs(Value):
    """What a language's tools need from the sandbox."""

    env: dict[str, str] = Field(default_factory=dict)
    mounts: tuple[Mount, ...] = ()
    memory_bytes: int
    file_bytes: int = 256 * 1024 * 1024


def driven_run(
    needs: Needs,
    files: Mapping[str, str],
    steps: Sequence[Step],
    *,
    sentinels: tuple[str, ...],
    expected: tuple[str, ...] = (),
    keep: Sequence[str] = (),
) -> NativeRun:
    """Return the run that lays out these files and makes these steps. Its nonce is random."""
    nonce = secrets.token_hex(16)
    work = {
        "files": dict(files),
        "steps": [step.model_dump() for step in steps],
        "keep": list(keep),
        "nonce": nonce,
    }
    seconds = 20.0 + sum(step.seconds for step in steps)
    job = _job(needs, seconds, work_of([work]))
    return NativeRun(job=job, nonce=nonce, sentinels=sentinels, expected=expected)


def idle_run(needs: Needs) -> Job:
    """Return the job to keep warm for a coming run."""
    return _job(needs, 20.0, b"")


def _job(needs: Needs, seconds: float, stdin: bytes) -> Job:
    interpreter, mounts = interpreter_beside(needs.mounts)
    return Job(
        argv=(interpreter, "-S", "-s", "-P", "-B", START),
        files=python_program("native_driver"),
        stdin=stdin,
        env={**ENVIRONMENT, **needs.env},
        mounts=(*mounts, *needs.mounts),
        limits=Limits(
            wall_seconds=seconds,
            cpu_seconds=3600.0,
            memory_bytes=needs.memory_bytes + _OWN_MEMORY,
            processes=256,
            open_files=1024,
            file_bytes=needs.file_bytes,
        ),
        report=True,
    )


def read_report(run: NativeRun, result: ExecResult) -> DriverReport | NativeReport:
    """Return the driver's report. A missing report, or that of another run, makes the run invalid."""
    try:
        said: Any = parse_report(result.report)
        honest = said.pop("nonce") == run.nonce
        read = DriverReport.model_validate(said)
    except (ValueError, KeyError, TypeError, AttributeError):
        why = "nothing was reported" if result.ending is ExecEnding.EXITED else result.ending.value
        return NativeReport(hijacked=f"the run ended without a report: {why}")
    return read if honest else NativeReport(hijacked="the report is not of this run")


def guarded(read: Callable[Concatenate[P, A], NativeReport]) -> Callable[Concatenate[P, A], NativeReport]:
    """Turn every fault of a report into a report that counts for nothing: anybody inside may have written it."""

    @wraps(read)
    def reading(packaging: P, /, *args: A.args, **kwargs: A.kwargs) -> NativeReport:
        try:
            return read(packaging, *args, **kwargs)
        except UNREADABLE:
            return NativeReport(hijacked="the report cannot be read")

    return reading


def report_lines(text: str) -> Iterator[Any]:
    """Yield the JSON value of every line that has one. Raise ValueError for more lines than a project has tests."""
    for number, line in enumerate(text.splitlines()):
        if number >= _MOST_LINES:
            raise ValueError("too many lines")
        try:
            yield parse_report(line)
        except ValueError:
            continue


def relative(path: str) -> str:
    """Return a path in the sandbox as a path in the project."""
    return path.removeprefix("file://").removeprefix(f"{PROJECT}/").removeprefix("./")


def output_of(ended: Ended, sentinels: Sequence[str]) -> str:
    """Return a step's output without the lines about our sentinels."""
    names = [sentinel.rsplit("::", 1)[-1] for sentinel in sentinels]
    lines = [line for line in f"{ended.out}{ended.err}".splitlines() if not any(name in line for name in names)]
    late = [LATE] if ended.how == "timeout" else []
    return "\n".join([*lines, *late])[-256 * 1024 :]
