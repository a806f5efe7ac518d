"""One task of the offline benchmark in one row: the real loop with sandbox and judge, and how its answer is judged."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.offline_cases import FEWEST_CHECKS, Case
from benchmarks.offline_score import Outcome
from specwright.adapters.models.hosted.profiles import SMALL
from specwright.adapters.models.local.llama import LlamaModel, is_installed
from specwright.adapters.models.local.packaged import Locals
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.evidence.outcome import Ending
from specwright.core.evidence.outcome import Outcome as Ended
from specwright.core.program.data import encode
from specwright.core.program.equality import Comparison, equal
from specwright.core.program.signature import Signature
from specwright.core.run.events import RunLimits
from specwright.core.work.task import Story
from specwright.offline.author import offline_writers
from specwright.offline.complete import beginning, program, question, shared_imports
from specwright.offline.synthesis.solve import SearchLimits, Synthesis, synthesise
from specwright.offline.understand import understand
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.pipeline.running.observe import observe
from specwright.pipeline.writing.specify import read_examples
from specwright.pipeline.writing.tests import user_cases
from specwright.ports.language import Program, Toolchain
from specwright.ports.model import Heard, Model, Question, Reply
from specwright.ports.sandbox import Sandbox

CONFIGURATIONS = {
    "patterns": ("patterns",),
    "synthesis": ("synthesis",),
    "without model": ("patterns", "synthesis"),
    "asked once": (),
    "small model": ("model",),
    "all together": ("patterns", "synthesis", "model"),
}
"""The rows of the table, by the rungs of the ladder that they may climb."""
BEGINS = {"without model": "patterns", "all together": "without model"}
"""A row whose ladder begins with another's. Where that one ends with a claim the two are one and the same run, which
is made once."""
NEED_MODEL = ("asked once", "small model", "all together")
PREAMBLE = "from typing import *\nimport math, re, heapq, collections, itertools, sys"


def lines_of(path: Path | None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []


def keep(path: Path | None, row: dict[str, Any]) -> None:
    if path:
        with path.open("a") as file:
            file.write(json.dumps(row) + "\n")


class Owed:
    """Seconds of work that was remembered instead of done again: they belong to the figures all the same."""

    seconds = 0.0


class RememberedModel:
    """The same model, which answers a question that it was asked before as it did then."""

    def __init__(self, model: Model, kept: Path | None) -> None:
        self.model = model
        self.kept = kept
        rows = [row for row in lines_of(kept) if row["model"] == model.name]
        self.known = {row["key"]: Reply.model_validate(row["reply"]) for row in rows}
        self.name, self.priced = model.name, model.priced

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        if question.key in self.known:
            Owed.seconds += self.known[question.key].seconds
            return self.known[question.key]
        reply = self.known[question.key] = await self.model.ask(question, hear)
        keep(self.kept, {"key": question.key, "model": self.name, "reply": reply.model_dump(mode="json")})
        return reply

    async def close(self) -> None:
        await self.model.close()


class NoModel:
    name, priced = "none", True

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        raise AssertionError("no model was to be asked")

    async def close(self) -> None:
        pass


@dataclass
class Bench:
    sandbox: Sandbox
    toolchain: Toolchain
    store: SqliteStore
    model: Model
    witnesses: dict[str, list[str]] = field(default_factory=dict)
    draws: int = len(SMALL.plan)
    """How often the small model may be asked about a task."""
    runs: int = 0

    async def solve(self, case: Case, rungs: Sequence[str]) -> tuple[str | None, Signature | None, str]:
        """The code that specwright calls verified, or None; and who wrote it."""
        self.runs += 1
        log = await Log.open(self.store, f"run{self.runs:06d}")
        plan = SMALL.plan[: self.draws] if "model" in rungs else ()
        writers = offline_writers(Story.FUNCTION, plan, rungs, _search)
        limits = RunLimits(candidates=1)
        result = await run(RunContext(case.task, self.model, self.sandbox, self.toolchain, log, limits, writers))
        return (result.code if result.verified else None), result.signature, result.written_by or ""

    async def ask_once(self, case: Case) -> tuple[str | None, Signature | None, str]:
        """The small model's greedy answer, taken as it is."""
        specification = understand(case.task, read_examples(case.task), case.task.entry_point)
        shown = user_cases(specification, read_examples(case.task))
        draw = SMALL.plan[0]
        reply = await self.model.ask(question(specification, shown, draw, 0))
        code = shared_imports(program(beginning(specification, shown, draw.form), reply.text))
        return code, specification.signature, reply.model

    async def judge(self, case: Case, code: str, signature: Signature) -> str:
        """Solved, wrong, or disputed: wrong by the reference, but right by most of the recorded programs."""
        inputs = [
            {param.name: encode(value) for param, value in zip(signature.params, args, strict=True)}
            for args in [*case.shown, *case.hidden]
        ]
        got = await observe(self.sandbox, self.toolchain, Program(code=code, signature=signature), inputs)
        if case.expected is not None:
            wanted = [encode(case.expected(args)) for args in [*case.shown, *case.hidden]]
        else:
            wanted = await self._values(case, case.reference or "", signature, inputs)
        if sum(right is not ... for right in wanted) < FEWEST_CHECKS:
            return "wrong"
        if _same(wanted, got, case.comparison):
            return "solved"
        others = [await self._values(case, f"{PREAMBLE}\n{other}", signature, inputs)
                  for other in self.witnesses.get(case.name, [])]  # fmt: skip
        sides = [_same(other, got, case.comparison) for other in others if ... not in other]
        return "disputed" if len(sides) >= FEWEST_CHECKS and 2 * sum(sides) > len(sides) else "wrong"

    async def _values(self, case: Case, code: str, signature: Signature, inputs: Sequence[Any]) -> list[Any]:
        """What a program gives for each input; ... where it gives nothing although it does wherever it was shown to."""
        outcomes = await observe(self.sandbox, self.toolchain, Program(code=code, signature=signature), inputs)
        nothing = any(outcome.value is None for outcome in outcomes[: len(case.shown)])
        return [
            outcome.value if outcome.ending is Ending.RETURNED and (nothing or outcome.value is not None) else ...
            for outcome in outcomes
        ]


def _same(wanted: Sequence[Any], got: Sequence[Ended], comparison: Comparison) -> bool:
    return all(
        right is ... or (outcome.ending is Ending.RETURNED and _agree(right, outcome.value, comparison))
        for right, outcome in zip(wanted, got, strict=True)
    )


def _agree(right: Any, value: Any, comparison: Comparison) -> bool:
    return equal(right, value, comparison=comparison)


_FOUND: dict[str, tuple[Synthesis, float]] = {}


def _search(
    signature: Signature, examples: Any, problem: str, limits: SearchLimits, stopped: Callable[[], bool]
) -> Synthesis:
    """The search, whose answers are remembered: it is deterministic, and two configurations ask for the same."""
    key = f"{signature}{examples}{problem}"
    if key in _FOUND:
        Owed.seconds += _FOUND[key][1]
        return _FOUND[key][0]
    started = time.monotonic()
    found = synthesise(signature, examples, problem, limits, stopped)
    _FOUND[key] = found, time.monotonic() - started
    return found


async def attempt(bench: Bench, case: Case, name: str) -> Outcome:
    started, Owed.seconds = time.monotonic(), 0.0
    code: str | None = None
    try:
        if name == "asked once":
            code, signature, author = await bench.ask_once(case)
        else:
            code, signature, author = await bench.solve(case, CONFIGURATIONS[name])
        outcome = "abstained"
        if code is not None and signature is not None:
            outcome = await bench.judge(case, code, signature)
    except (UserError, SpecwrightError) as error:
        outcome, author = "abstained", str(error)[:60]
    return Outcome(outcome, author, code, time.monotonic() - started + Owed.seconds)


def small_model(weights: Path | None, answers: Path | None) -> Model:
    """The small model, or none where its runtime or its weights cannot be had."""
    places = Locals(Path(tempfile.gettempdir()) / "specwright-benchmark-models")
    if not is_installed():
        return NoModel()
    weights = weights or places.packaged() or places.unpack()
    return RememberedModel(LlamaModel(weights), answers)


def peak_memory() -> int:
    """The most that this process and each of its children, the sandboxes, have held, in MB."""
    total, left = 0, [os.getpid()]
    while left:
        process = Path(f"/proc/{left.pop()}")
        try:
            status = (process / "status").read_text()
            for task in (process / "task").iterdir():
                left += map(int, (task / "children").read_text().split())
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    return round(total / 1024)
