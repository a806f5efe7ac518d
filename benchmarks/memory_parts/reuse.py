"""Reuse of what other tasks taught, and of the same task in other words."""

from __future__ import annotations

import ast
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.offline_cases import Case
from benchmarks.offline_run import Bench
from specwright.adapters.memory.sqlite import SqliteMemory
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.memory.entry import LearnedPattern, LearnedTest, MemoryEntry
from specwright.core.memory.recollection import Cue, Recollection
from specwright.core.program.signature import Parameter, Signature
from specwright.core.run.events import RunLimits
from specwright.core.work.task import Story
from specwright.core.work.testcase import Returns
from specwright.offline.author import offline_writers
from specwright.offline.understand import understand
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.pipeline.writing.specify import read_examples
from specwright.pipeline.writing.tests import user_cases


async def proven(_: MemoryEntry) -> str:
    """Every reference counts as a verified run."""
    return ""


class Without(SqliteMemory):
    """The memory without one entry."""

    def __init__(self, memory: SqliteMemory, left_out: str = "") -> None:
        self.memory = memory
        self.left_out = left_out

    async def recall(self, cue: Cue) -> Recollection:
        found = await self.memory.recall(cue)
        return found.model_copy(update={"patterns": tuple(e for e in found.patterns if e.id != self.left_out)})


@dataclass
class MemoryBench(Bench):
    """Solves with a memory and nothing else."""

    memory: Any = None

    async def solve(self, case: Case, rungs: Sequence[str]) -> tuple[str | None, Signature | None, str]:
        self.runs += 1
        log = await Log.open(self.store, f"run{self.runs:06d}")
        limits = RunLimits(candidates=1, recalls=True)
        writers = offline_writers(Story.FUNCTION, (), rungs)
        result = await run(
            RunContext(case.task, self.model, self.sandbox, self.toolchain, log, limits, writers, memory=self.memory)
        )
        handed = result.written_by or ""
        return (result.code if result.verified else None), result.signature, handed


def entry_of(case: Case) -> MemoryEntry | None:
    """Return the reference as a run would have taught it; None if its signature cannot be told."""
    try:
        examples = read_examples(case.task)
        specification = understand(case.task, examples, case.task.entry_point)
        tree = ast.parse(case.reference or "")
    except (SpecwrightError, UserError, SyntaxError):
        return None
    asked = specification.signature
    node = next((n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == asked.name), None)
    if node is None or len(node.args.args) != len(asked.params):
        return None
    names = [arg.arg for arg in node.args.args]
    params = tuple(Parameter(name=name, type=param.type) for name, param in zip(names, asked.params, strict=True))
    given = user_cases(specification, examples)
    tests = tuple(
        LearnedTest(
            inputs={name: test.inputs[param.name] for name, param in zip(names, asked.params, strict=True)},
            expected=test.expected,
        )
        for test in given
        if isinstance(test.expected, Returns)
    )
    if not tests:
        return None
    lesson = LearnedPattern(
        problem=case.task.problem,
        language="python",
        signature=Signature(name=asked.name, params=params, returns=asked.returns),
        code=case.reference or "",
        tests=tests,
        comparison=specification.comparison,
    )
    return MemoryEntry(run_id=case.name, learned_at="2026-01-01T00:00:00+00:00", lesson=lesson)


async def filled(cases: Sequence[Case], path: Path) -> tuple[SqliteMemory, dict[str, str]]:
    """Return a memory of all references, and the id of each task's entry."""
    memory = SqliteMemory(path, "bench", proven)
    entries = {case.name: entry for case in cases if (entry := entry_of(case))}
    await memory.learn(list(entries.values()))
    return memory, {name: entry.id for name, entry in entries.items()}


async def measure_reuse(
    bench: MemoryBench, cases: Sequence[Case], sample: Sequence[Case], folder: Path, verbose: bool
) -> dict[str, Any]:
    """Each task by the references of all others."""
    memory, ids = await filled(cases, folder / "reuse.db")
    counts, blind = Counter[str](), Counter[str]()
    names: dict[str, list[str]] = {"solved": [], "wrong": []}
    started = time.process_time()
    for case in sample:
        bench.memory = Without(memory, ids.get(case.name, ""))
        outcome, author = await attempted(bench, case, ("memory",))
        counts[outcome] += 1
        if outcome in names:
            names[outcome].append(case.name)
        held = await blindly(bench, case, ids.get(case.name, ""))
        blind[held] += 1
        if verbose and (outcome != "abstained" or held != "nothing"):
            print(f"  {case.name:<16} {outcome:<10} {author:<24} blindly {held}", flush=True)
    await memory.close()
    figures = {
        "tasks": len(sample),
        "remembered": len(ids),
        "solved": counts["solved"],
        "wrong": counts["wrong"],
        "disputed": counts["disputed"],
        "abstained": counts["abstained"],
        "blind_right": blind["solved"],
        "blind_wrong": blind["wrong"],
        "blind_disputed": blind["disputed"],
        "cpu_seconds": round(time.process_time() - started, 1),
        "which": names,
    }
    print(f"reuse: {figures}", flush=True)
    return figures


async def attempted(bench: MemoryBench, case: Case, rungs: Sequence[str]) -> tuple[str, str]:
    """Return what became of a task, and who wrote the code."""
    try:
        code, signature, author = await bench.solve(case, rungs)
    except (SpecwrightError, UserError) as error:
        return "abstained", str(error)[:60]
    if code is None or signature is None:
        return "abstained", author
    return await bench.judge(case, code, signature), author


async def blindly(bench: MemoryBench, case: Case, own: str) -> str:
    """Return what becomes of the task if the first program that passes its examples is taken as it is."""
    from specwright.core.run.function_state import FunctionState
    from specwright.offline.remembered import fitting_memory

    bench.runs += 1
    log = await Log.open(bench.store, f"blind{bench.runs:06d}")
    limits = RunLimits(candidates=1, recalls=True)
    context = RunContext(
        case.task, bench.model, bench.sandbox, bench.toolchain, log, limits,
        offline_writers(Story.FUNCTION), memory=Without(bench.memory.memory, own),
    )  # fmt: skip
    try:
        examples = read_examples(case.task)
        specification = understand(case.task, examples, case.task.entry_point)
        state = FunctionState(specification=specification, cases=user_cases(specification, examples))
        fitting = await fitting_memory(context, state)
    except (SpecwrightError, UserError):
        return "nothing"
    if not fitting:
        return "nothing"
    return await bench.judge(case, fitting[0][1].code, specification.signature)


FRAMES = (
    ("Write a function to ", "Please implement a routine to "),
    ("Write a python function to ", "I need some Python code to "),
    ("Write a function that ", "Create a method that "),
    ("Write a function ", "Provide a function "),
)
SYNONYMS = {
    "largest": "biggest", "maximum": "largest", "minimum": "smallest", "smallest": "minimum", "given": "supplied",
    "find": "determine", "check": "verify", "count": "tally", "remove": "delete", "elements": "items",
    "element": "item", "list": "array", "string": "text", "number": "integer", "numbers": "integers",
    "return": "give back", "calculate": "compute", "compute": "work out", "convert": "turn", "array": "list",
    "occurrences": "appearances", "duplicate": "repeated", "reverse": "invert", "sum": "total", "character": "letter",
    "characters": "letters", "common": "shared", "similar": "alike", "whether": "if", "words": "terms",
    "consecutive": "adjacent", "sort": "order", "product": "multiplication", "positive": "above zero",
}  # fmt: skip
"""Chosen as a thesaurus has them, and without a look at what the memory takes for the same."""


def reworded(problem: str) -> str:
    """Return the problem in other words; its examples stay."""
    for frame, other in FRAMES:
        if problem.startswith(frame):
            problem = other + problem.removeprefix(frame)
            break
    head, mark, rest = problem.partition(">>>")
    words = re.sub(r"[A-Za-z]+", lambda found: SYNONYMS.get(found[0], found[0]), head)
    return words + mark + rest


async def measure_reworded(
    bench: MemoryBench, cases: Sequence[Case], sample: Sequence[Case], folder: Path, verbose: bool
) -> dict[str, Any]:
    """The same tasks in other words, each by a memory that holds it."""
    memory, ids = await filled(cases, folder / "reworded.db")
    bench.memory = Without(memory)
    figures: dict[str, Any] = {}
    for label, change in (("other words", reworded), ("other frame", framed), ("same words", str)):
        counts: Counter[str] = Counter()
        for case in sample:
            if case.name not in ids:
                counts["not remembered"] += 1
                continue
            asked = case.task.model_copy(update={"problem": change(case.task.problem)})
            outcome, why = await attempted(bench, Case(**{**vars(case), "task": asked}), ("memory",))
            counts[outcome] += 1
            if verbose and outcome == "abstained":
                print(f"  {label}: {case.name} {why}: {asked.problem[:80]!r}", flush=True)
            if verbose and outcome in ("wrong", "disputed"):
                print(f"  {label}: {case.name} {outcome}: {asked.problem[:100]}", flush=True)
        figures[label] = dict(counts)
        print(f"{label}: {dict(counts)}", flush=True)
    await memory.close()
    figures["wrong"] = sum(part.get("wrong", 0) for part in figures.values())
    return figures


def framed(problem: str) -> str:
    """Return the problem in another frame, with its telling words."""
    for frame, other in FRAMES:
        if problem.startswith(frame):
            return other + problem.removeprefix(frame)
    return problem
