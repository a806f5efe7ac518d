"""Score programs on cases by the thousand: many programs to a sandbox, each with a process to itself."""

from __future__ import annotations

import ast
import asyncio
import os
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from specwright.core.evidence.case_set import CaseSet
from specwright.core.evidence.outcome import Outcome
from specwright.core.program.kind import TaskKind
from specwright.core.value import Value
from specwright.languages.registry import ROWS
from specwright.pipeline.asking.reply import extract_code
from specwright.pipeline.running.build import Built, build_many
from specwright.pipeline.running.execute import in_its_words
from specwright.pipeline.running.observe import observe_each
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox

TOGETHER: Final = 64
"""So many programs share a sandbox: its start is then less than a tenth of the cost."""
PATIENCE: Final = 3
"""So many calls of one program may end its process before the rest is given up."""
_AGAIN: Final = 2
"""So often a program is tried again that the machine was too busy to give its time to."""


class Score(Value):
    """What one program did on the cases."""

    name: str
    passed: tuple[bool, ...]
    """One answer for each case, in their order."""
    errors: tuple[str | None, ...]
    """For each case what ended the call, in one line; None if the call returned."""
    starved: bool = False
    """Whether the program had no processor for its time, again and again and alone: the machine is too busy, or the
    program lowered its own priority. The calls count as timed out."""

    @property
    def share(self) -> float:
        """The share of the cases that pass."""
        return sum(self.passed) / len(self.passed)

    @property
    def all_passed(self) -> bool:
        return all(self.passed)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "name": self.name,
            "score": round(self.share, 6),
            "all_passed": self.all_passed,
            "passed": list(self.passed),
            "errors": list(self.errors),
            **({"starved": True} if self.starved else {}),
        }


class Submission(NamedTuple):
    """A program to be scored, by a name that its score will have, and the cases for it."""

    name: str
    code: str
    cases: CaseSet


class Scoring(NamedTuple):
    """How programs are scored."""

    limits: CallLimits
    """`seconds` is for all calls of one program together."""
    patience: int = PATIENCE
    at_once: int | None = None
    """How many sandboxes run side by side; None for one for each core."""


def program_in(completion: str, language: str = "python") -> str:
    """Return the program in a model's reply, without fences and thoughts; empty if there is none."""
    return extract_code(completion, ROWS[language].fence_tags)


async def score_programs(
    sandbox: Sandbox, toolchain: Toolchain, submissions: Iterable[Submission], scoring: Scoring
) -> AsyncGenerator[Score]:
    """Yield a score for each program as soon as it is known, in any order. Few submissions are held at a time.

    A program is given the inputs alone; answers are compared outside the sandbox. Raise SandboxUnavailable, and nothing
    else.
    """
    room = max(1, (scoring.at_once or os.cpu_count() or 1) // 2)
    parts = _parts(iter(submissions))
    running: set[asyncio.Task[list[Score]]] = set()
    try:
        while True:
            for part in islice(parts, room - len(running)):
                running.add(asyncio.ensure_future(_examine(sandbox, toolchain, part, scoring)))
            if not running:
                return
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                for score in await task:
                    yield score
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def _parts(submissions: Iterator[Submission]) -> Iterator[list[Submission]]:
    """Return them in parts of one kind each, no larger than two sandboxes take."""
    while part := list(islice(submissions, 2 * TOGETHER)):
        for _, group in groupby(sorted(part, key=_kind), key=_kind):
            yield list(group)


def _kind(submission: Submission) -> TaskKind:
    return submission.cases.signature.kind


async def _examine(sandbox: Sandbox, toolchain: Toolchain, part: Sequence[Submission], scoring: Scoring) -> list[Score]:
    sets = [_as_declared(each, toolchain.language) for each in part]
    programs = [Program(code=each.code, signature=own.signature) for each, own in zip(part, sets, strict=True)]
    inputs = {id(own.cases): [case.inputs for case in own.cases] for own in sets}
    asked = [(program, inputs[id(own.cases)]) for program, own in zip(programs, sets, strict=True)]
    # Where nothing is built the text is not even parsed out here: a hostile one costs a parser more than itself.
    built: Sequence[Built] = (
        [{}] * len(part) if _unbuilt(toolchain, programs) else await build_many(sandbox, toolchain, programs)
    )
    rows = list(
        await observe_each(
            sandbox,
            toolchain,
            asked,
            limits=scoring.limits,
            patience=scoring.patience,
            built=built,
            together=TOGETHER,
        )
    )
    for _ in range(_AGAIN):
        for place, row in enumerate(rows):
            if _starved(row):
                [rows[place]] = await observe_each(
                    sandbox,
                    toolchain,
                    [asked[place]],
                    limits=scoring.limits,
                    patience=scoring.patience,
                    built=[built[place]],
                )
    return [_score(each.name, row, own, toolchain) for each, row, own in zip(part, rows, sets, strict=True)]


def _starved(row: Sequence[Outcome]) -> bool:
    return any(outcome.starved for outcome in row)


def _unbuilt(toolchain: Toolchain, programs: Sequence[Program]) -> bool:
    """Return whether calling the programs shows by itself that one of them is no program."""
    functions = programs[0].signature.kind is TaskKind.FUNCTION
    return functions and toolchain.calls_of_many([(programs[0], [])], CallLimits()) is not None


def _as_declared(submission: Submission, language: str) -> CaseSet:
    """Return the cases with the parameters in the program's own order: that of another one is not its concern."""
    cases = submission.cases
    if not cases.named or cases.signature.kind is not TaskKind.FUNCTION:
        return cases
    return cases.with_parameters(parameters_of(submission.code, cases.signature.name, language))


def parameters_of(code: str, entry_point: str, language: str) -> tuple[str, ...]:
    """Return the names of a Python function's parameters in order; nothing if the code cannot be read."""
    if language != "python":
        return ()
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    for node in reversed(tree.body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == entry_point:
            return tuple(arg.arg for arg in (*node.args.posonlyargs, *node.args.args))
    return ()


def _score(name: str, row: Sequence[Outcome], cases: CaseSet, toolchain: Toolchain) -> Score:
    told = in_its_words(cases.cases, row, toolchain)
    return Score(
        name=name,
        passed=cases.passed(told, row),
        errors=tuple(outcome.error_line for outcome in row),
        starved=_starved(row),
    )
