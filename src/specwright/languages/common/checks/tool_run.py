"""Runs of tools as one job in the sandbox, and the output of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from specwright.core.evidence.finding import Check, CheckKind
from specwright.core.program.package import Package
from specwright.core.program.untrusted import parse_report
from specwright.core.value import Value
from specwright.languages.common.checks.tool import PACKAGES, Tool
from specwright.languages.common.supervised import interpreter_beside
from specwright.languages.common.tools.interpreter import ENVIRONMENT
from specwright.languages.drivers import driver_file
from specwright.ports.language import ToolRun
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits, Mount

PROJECT: Final = "project"
_SECONDS: Final = 60.0
_MEMORY: Final = 1536 * 2**20
PYTHON: Final = ("-S", "-s", "-B", "-P")
"""How our own drivers start the interpreter: nothing of the machine's packages is seen."""
SAME_PYTHON: Final = ("python", "-S", "-s", "-B")
"""How a command begins that is run by the interpreter which runs the tools: the driver knows where that is."""


class ToolOutput(Value):
    """What one tool printed, and its exit status: None for a tool that was ended."""

    status: int | None
    out: str
    err: str


def project_files(package: Package) -> dict[str, bytes]:
    """Return sources and tests as the tools find them. A text that was never UTF-8 becomes its own bytes again."""
    texts = {**package.sources, **package.tests}
    return {f"{PROJECT}/{path}": encoded(text) for path, text in texts.items()}


def encoded(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def make_run(
    name: str,
    kinds: Iterable[CheckKind],
    package: Package,
    commands: Mapping[str, Sequence[str]],
    tools: Iterable[Tool],
    *,
    files: Mapping[str, bytes] | None = None,
    env: Mapping[str, str] | None = None,
    mounts: Sequence[Mount] = (),
    spots: bool = False,
) -> ToolRun:
    """Return the run that runs these commands over the package, each in the folder of the project."""
    wanted = (*mounts, *(mount for tool in tools for mount in tool.mounts))
    interpreter, own = interpreter_beside(wanted)
    job = Job(
        argv=(interpreter, *PYTHON, "inspector.py"),
        files={"inspector.py": driver_file("inspector.py"), **project_files(package), **(files or {})},
        stdin=json.dumps({"commands": {key: list(words) for key, words in commands.items()}, "seconds": 50}).encode(),
        env={**ENVIRONMENT, "PYTHONPATH": PACKAGES, **(env or {})},
        mounts=tuple(dict.fromkeys((*own, *wanted))),
        limits=Limits(
            wall_seconds=_SECONDS,
            cpu_seconds=2 * _SECONDS,
            memory_bytes=_MEMORY,
            processes=128,
            open_files=1024,
        ),
        report=True,
    )
    return ToolRun(name=name, kinds=tuple(kinds), job=job, spots=spots)


def read_outputs(result: ExecResult) -> dict[str, ToolOutput] | str:
    """Return the tools' output by name, or why there is none."""
    if result.ending is not ExecEnding.EXITED:
        return f"the tools were ended: {result.ending.value}"
    try:
        told = parse_report(result.report)
        return {
            str(name): ToolOutput(status=None if status is None else int(status), out=str(out), err=str(err))
            for name, (status, out, err) in told.items()
        }
    except (ValueError, TypeError, AttributeError):
        return f"the tools gave no report: {result.stderr.decode('utf-8', 'replace').strip()[-300:]}"


def not_made(kinds: Iterable[CheckKind], tool: str, why: str) -> tuple[Check, ...]:
    """Return checks that could not be made."""
    return tuple(Check(kind=kind, tool=tool, unavailable=why) for kind in kinds)
