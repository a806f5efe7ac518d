"""Programs of any language: standard input, arguments and files in; output, exit status and files out.

One implementation serves all languages. Each language gives its `standalone` jobs, as for `specwright exec`, and a
`ProgramForm` for the writer of the code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.signature import Signature
from specwright.core.value import Value
from specwright.languages.common.calls import read_outcomes
from specwright.languages.common.interpreted import Interpreted
from specwright.languages.common.source import unreadable, without_mark
from specwright.languages.common.supervised import interpreter_beside
from specwright.languages.common.tools.interpreter import ENVIRONMENT, LAST_WORDS
from specwright.languages.drivers import START, python_program
from specwright.ports.language import CallLimits, Program, Standalone
from specwright.ports.sandbox import ExecResult, Job, Limits

_OWN_MEMORY: Final = 96 * 1024 * 1024
_START_SECONDS: Final = 40.0
_CPU_SECONDS: Final = 3600.0
_HOME: Final = "/box"
_WAITS: Final = 2.0
"""The ratio of clock time to processor time that a program may take, beside one second more."""
_MEMORY_SIGNS: Final = re.compile(
    r"^MemoryError\b|JavaScript heap out of memory|java\.lang\.OutOfMemoryError|memory allocation of \d+ bytes failed|"
    r"runtime: out of memory|cannot allocate memory",
    re.MULTILINE,
)


class ProgramForm(Value):
    """How a program is written in a language."""

    note: str
    """What its one file must be, in words for its writer."""
    sign: str = ""
    """A regular expression that every such file matches; empty if nothing is demanded."""
    missing: str = ""
    """What a file that does not match it lacks."""


class LanguageOfPrograms(Protocol):
    """The part of a language's toolchain that programs need."""

    programs: ProgramForm

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone: ...

    def syntax_objection(self, code: str) -> str | None:
        """Return why the text is no program, as far as that is seen without running it; None if it may be one."""


class Programs(Interpreted):
    """The part of the Toolchain port that depends on the kind of task, for programs."""

    def __init__(self, language: LanguageOfPrograms) -> None:
        self._language = language

    def declaration(self, signature: Signature) -> str:
        return self._language.programs.note

    def objection(self, program: Program) -> str | None:
        form = self._language.programs
        problem = unreadable(program.code) or self._language.syntax_objection(program.code)
        if problem is None and form.sign and re.search(form.sign, program.code, re.MULTILINE) is None:
            problem = form.missing
        return problem

    def build(self, program: Program) -> Job | None:
        return self._jobs(program, CallLimits()).build

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        runs = [_run(program.signature.bound(given)) for given in inputs]
        return self.job_of(program, built, runs, limits)

    def job_of(
        self,
        program: Program,
        built: Mapping[str, bytes],
        runs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        more: Mapping[str, Any] | None = None,
    ) -> Job:
        """Return the job that makes these runs; `more` is told to the driver beside them."""
        limits = _stated(program.signature, limits)
        jobs = self._jobs(program, limits)
        run = jobs.built(built)
        seconds = limits.seconds + jobs.start_seconds
        wall = seconds * _WAITS + 1.0
        work = {
            "argv": [_in_home(word, run.files) for word in run.argv],
            "env": run.env,
            "reads": ["/" if mount.image else mount.target or mount.source for mount in run.mounts],
            "files": {name: len(content) for name, content in run.files.items()},
            "runs": runs,
            "seconds": seconds,
            "wall": wall,
            "memory": run.limits.memory_bytes,
            "space": run.limits.memory_bytes + jobs.reserved,
            **(more or {}),
        }
        interpreter, own = interpreter_beside(run.mounts)
        mounts = {mount.model_dump_json(): mount for mount in (*own, *run.mounts)}
        return Job(
            argv=(interpreter, "-S", "-s", "-P", "-B", START),
            files=python_program("program_driver"),
            stdin=b"".join((json.dumps(work).encode(), b"\n", *run.files.values())),
            env=ENVIRONMENT,
            mounts=tuple(mounts.values()),
            limits=Limits(
                wall_seconds=_START_SECONDS + len(runs) * (wall + 1.0),
                cpu_seconds=_CPU_SECONDS,
                memory_bytes=run.limits.memory_bytes + _OWN_MEMORY,
                processes=run.limits.processes,
            ),
            report=True,
            last_words=LAST_WORDS,
        )

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        return tuple(map(_exhausted, read_outcomes(result, count)))

    def _jobs(self, program: Program, limits: CallLimits) -> Standalone:
        code = without_mark(program.code).encode("utf-8", "surrogatepass")
        return self._language.standalone(code, b"", Limits(memory_bytes=limits.memory_bytes))


def _stated(signature: Signature, limits: CallLimits) -> CallLimits:
    """Return the limits of a call, no wider than the task states."""
    stated = signature.limits
    if stated is None:
        return limits
    seconds = min(limits.seconds, stated.seconds or limits.seconds)
    return limits.model_copy(
        update={"seconds": seconds, "memory_bytes": min(limits.memory_bytes, stated.memory_bytes or 2**62)}
    )


def _run(bound: Mapping[str, Any]) -> dict[str, Any]:
    return {"stdin": bound["stdin"], "args": bound["args"], "files": dict(bound["files"]["$map"])}


def _in_home(word: str, files: Mapping[str, bytes]) -> str:
    """Return a word of the command with a file of the program named by its whole path: programs work elsewhere."""
    name = word.removeprefix("./")
    return f"{_HOME}/{name}" if name in files else word


def _exhausted(outcome: Outcome) -> Outcome:
    """Return the outcome; one that failed for lack of memory is called that, by its own words."""
    if outcome.ending is not Ending.RETURNED or not outcome.detail or not _MEMORY_SIGNS.search(outcome.detail):
        return outcome
    word = Ending.OUT_OF_MEMORY
    return outcome.model_copy(update={"ending": word, "error": word.value, "value": None})
