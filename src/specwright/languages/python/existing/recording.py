"""Python: the calls of some functions, written down while a command of the project runs in the sandbox."""

from __future__ import annotations

import json
import shlex
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.existing.request import RecordedCalls
from specwright.core.program.data import Data
from specwright.core.program.package import Package
from specwright.languages.drivers import driver_file
from specwright.languages.python.packaging import PythonPackaging, source_root, started
from specwright.ports.language import CallLimits
from specwright.ports.sandbox import ExecResult, Job

_CALLS: Final = "specwright_calls.jsonl"
_DRIVER: Final = "specwright_recorder.py"
_MOST: Final = 2000
_SECONDS: Final = 600.0
_HINT: Final = "write 'pytest ...', 'python -m MODULE ...' or 'python FILE ...'"
UNWRITTEN: Final = "$unwritten"


def recording_job(  # noqa: PLR0917 - all of it is the job
    packaging: PythonPackaging, package: Package, path: str, functions: Sequence[str], command: str, limits: CallLimits
) -> Job:
    """Return the job that runs the command and writes down calls of these functions of the file. Raise UserError."""
    kind, name, arguments = _read(command)
    files = {**package.others, **started(package), **package.documents, **package.sources, **package.tests}
    files[path] = f"{files[path].rstrip()}\n\n\n__import__('builtins').__specwright_record__(globals())\n"
    work = [list(functions), source_root(package), kind, name, arguments, _CALLS]
    job = packaging.job(limits, _SECONDS, json.dumps(work).encode())
    laid = {each: text.encode("utf-8", "surrogateescape") for each, text in files.items()}
    return job.model_copy(
        update={
            "argv": (*job.argv[:-1], _DRIVER),
            "files": {**laid, _DRIVER: driver_file("recorder.py", "python")},
            "report": False,
            "collect": (_CALLS,),
        }
    )


def read_recording(result: ExecResult, functions: Sequence[str], command: str) -> tuple[RecordedCalls, ...]:
    """Return the calls. Raise UserError if the command left none."""
    lines = result.files.get(_CALLS, b"").decode("utf-8", "replace").splitlines()
    said = (result.stdout + result.stderr).decode("utf-8", "replace").strip().splitlines()
    why = said[-1].strip() if said else result.ending.value
    try:
        head: dict[str, Any] = json.loads(lines[0])
        rows = [json.loads(line) for line in lines[1 : _MOST + 1]]
        counts = {str(name): (int(told[0]), int(told[1])) for name, told in head["counts"].items()}
        calls: defaultdict[str, list[tuple[tuple[Data, ...], Data]]] = defaultdict(list)
        for name, given, ended in rows:
            calls[str(name)].append((tuple(given), ended))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise UserError(f"{command!r} could not be recorded: {why}", hint=_HINT) from None
    if not any(counts.get(name, (0, 0))[0] for name in functions):
        ended = "" if head.get("ended") == 0 else f"; it ended with {head.get('ended')}: {why}"
        raise UserError(
            f"{command!r} calls none of {', '.join(functions)}{ended}", hint="record a command that uses the code"
        )
    return tuple(
        RecordedCalls(
            function=name,
            seen=counts[name][0],
            unwritten=counts[name][1],
            calls=tuple(given for given, _ in calls[name]),
            results=tuple(ended for _, ended in calls[name]),
        )
        for name in functions
        if name in counts and counts[name][0]
    )


def _read(command: str) -> tuple[str, str, list[str]]:
    """Return kind, name and arguments of what is run. Raise UserError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UserError(f"the command {command!r} cannot be read: {error}", hint=_HINT) from None
    match words:
        case ["pytest" | "py.test", *arguments]:
            return "module", "pytest", ["-p", "no:cacheprovider", *arguments]
        case ["python" | "python3", "-m", "pytest", *arguments]:
            return "module", "pytest", ["-p", "no:cacheprovider", *arguments]
        case ["python" | "python3", "-m", name, *arguments]:
            return "module", name, arguments
        case ["python" | "python3", name, *arguments] if not name.startswith("-"):
            return "file", name, arguments
        case _:
            raise UserError(f"the command {command!r} cannot be recorded", hint=_HINT)
