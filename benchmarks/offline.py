"""What specwright does with no key: each rung of the offline ladder, all together, and the small model asked once.

    python -m benchmarks.offline --data PATH [--quick] [--sample N] [--set own|mbpp] [--only patterns,synthesis,...]

Two sets: sixty simple functions written for this benchmark (`offline_tasks.py`), and MBPP (sanitized) from `--data`,
whose asserts are given as the user's examples. Every row is the real loop: sandbox, judge and all. A result is *solved*
when specwright says verified and it agrees with the reference on inputs that were not shown; *wrong* when it says
verified and the two differ on any of them; otherwise it *abstained*. For MBPP those inputs are made by changing the
shown ones, and inputs on which the reference itself fails do not count. The small model asked once claims every answer.
Some references are wrong themselves: where most of the programs that other models wrote for the task, recorded to pass
its tests, side with the answer and not with the reference, it is *disputed*, neither solved nor wrong.

False accepts are stated twice: as a share of all tasks, and, stricter, as a share of what was called verified.
MBPP is divided in two by a hash of the task's number: `--half developed` is what was looked at while building blocks
and classics were added, `--half untouched` is what was not.

A long measurement can be made in pieces: `--resume FILE` keeps the outcome of each task and goes on where it ended, and
`--answers FILE` keeps what the small model answered. Seconds are those of the work itself, remembered or not.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import gzip
import hashlib
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.offline_tasks import TASKS
from specwright.adapters.models.llama import LlamaModel, is_installed
from specwright.adapters.models.local import Locals
from specwright.adapters.models.profiles import SMALL
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.data import EXACT, Comparison, encode, equal
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.events import RunLimits
from specwright.core.outcome import Ending
from specwright.core.outcome import Outcome as Ended
from specwright.core.signature import Signature
from specwright.core.task import Task
from specwright.languages.python import PythonToolchain
from specwright.pipeline.complete import beginning, program, question, shared_imports
from specwright.pipeline.desk import Desk
from specwright.pipeline.log import Log
from specwright.pipeline.observe import observe
from specwright.pipeline.offline import offline_author
from specwright.pipeline.run import run
from specwright.pipeline.specify import read_examples
from specwright.pipeline.understand import understand
from specwright.pipeline.write_tests import user_cases
from specwright.ports import Heard, Model, Program, Question, Reply, Sandbox, Toolchain
from specwright.sandbox import open_sandbox
from specwright.synthesis.probes import probes
from specwright.synthesis.solve import Synthesis, synthesise

CONFIGURATIONS = {
    "patterns": ("patterns",),
    "synthesis": ("synthesis",),
    "small model": ("model",),
    "without model": ("patterns", "synthesis"),
    "all together": ("patterns", "synthesis", "model"),
}

SEED = 6
WITNESSES = 5
"""Recorded programs that are asked where the reference and an answer differ; more than half of them must agree."""
PREAMBLE = "from typing import *\nimport math, re, heapq, collections, itertools, sys"
FEWEST_CHECKS = 3
"""A claim that can be checked on fewer inputs than this counts as wrong."""


@dataclass(frozen=True)
class Case:
    """One task: what is asked, and how to tell whether an answer is right."""

    name: str
    task: Task
    expected: Callable[[tuple[Any, ...]], Any] | None
    """The right value of an input, for tasks of ours."""
    reference: str | None
    """The reference program, for tasks from a file."""
    shown: tuple[tuple[Any, ...], ...]
    hidden: tuple[tuple[Any, ...], ...]
    comparison: Comparison = EXACT


@dataclass(frozen=True)
class Outcome:
    """What came of one task in one configuration."""

    outcome: str
    author: str = ""
    code: str | None = None
    seconds: float = 0.0


@dataclass
class Score:
    outcomes: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    written_by: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, found: Outcome) -> None:
        self.outcomes[name] = found.outcome
        self.seconds += found.seconds
        if found.outcome == "solved":
            self.written_by[found.author.partition(":")[0]] += 1

    def row(self, name: str) -> str:
        count = Counter(self.outcomes.values())
        total = len(self.outcomes) or 1
        claimed = count["solved"] + count["wrong"] + count["disputed"]
        return (
            f"{name:<22}{count['solved']:>7}{count['wrong']:>7}{count['disputed']:>10}{count['abstained']:>11}{total:>7}"
            f"{100 * count['solved'] / total:>8.1f} %{100 * count['wrong'] / total:>7.1f} %"
            f"{100 * count['wrong'] / (claimed or 1):>9.1f} %{self.seconds / total:>9.1f}"
        )

    def figures(self) -> dict[str, Any]:
        count = Counter(self.outcomes.values())
        counts = {key: count[key] for key in ("solved", "wrong", "disputed", "abstained")}
        each = round(self.seconds / (len(self.outcomes) or 1), 2)
        return {"tasks": len(self.outcomes), **counts, "seconds_each": each}


def _lines(path: Path | None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []


def _keep(path: Path | None, row: dict[str, Any]) -> None:
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
        rows = [row for row in _lines(kept) if row["model"] == model.name]
        self.known = {row["key"]: Reply.model_validate(row["reply"]) for row in rows}
        self.name, self.priced = model.name, model.priced

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        if question.key in self.known:
            Owed.seconds += self.known[question.key].seconds
            return self.known[question.key]
        reply = self.known[question.key] = await self.model.ask(question, hear)
        _keep(self.kept, {"key": question.key, "model": self.name, "reply": reply.model_dump(mode="json")})
        return reply

    async def close(self) -> None:
        await self.model.close()


class NoModel:
    name, priced = "none", True

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        raise AssertionError("no model was to be asked")

    async def close(self) -> None:
        pass


def own_cases() -> list[Case]:
    made = []
    for task in TASKS:
        examples = tuple(f"{task.name}({', '.join(map(repr, args))}) == {task.right(*args)!r}" for args in task.shown)
        made.append(
            Case(
                name=task.name,
                task=Task(problem=task.words, examples=examples, entry_point=task.name, entry_point_given=True),
                expected=lambda args, right=task.right: right(*args),  # type: ignore[misc]
                reference=None,
                shown=tuple(task.shown),
                hidden=tuple(task.hidden),
                comparison=Comparison(tolerance=1e-9),
            )
        )
    return made


def mbpp_cases(path: Path, half: str = "both", sample: int | None = None) -> list[Case]:
    """The tasks of a half, or of all; a sample in the order drawn, so that its beginning is a smaller sample."""
    with gzip.open(path / "mbpp_sanitized.jsonl.gz", "rt") as file:
        rows = [json.loads(line) for line in file]
    rows = [row for row in rows if half in ("both", _half(row["task_id"]))]
    if sample is not None and sample < len(rows):
        chosen = random.Random(SEED).sample(range(len(rows)), sample)
        rows = [rows[place] for place in chosen]
    return [_mbpp_case(row) for row in rows]


def _half(task: int) -> str:
    return ("developed", "untouched")[hashlib.sha256(str(task).encode()).digest()[0] % 2]


def _is_fair(args: tuple[Any, ...], shown: Sequence[tuple[Any, ...]]) -> bool:
    """Whether an input keeps what all shown inputs have in common: lengths passed along, and lists that are sorted."""

    def is_sorted(value: Any) -> bool:
        try:
            return bool(value == sorted(value))
        except TypeError:
            return True

    lists = [place for place in range(len(args)) if all(isinstance(row[place], list) for row in shown)]
    ordered = [place for place in lists if all(is_sorted(row[place]) and len(row[place]) > 2 for row in shown)]
    return _keeps_lengths(args, shown) and all(is_sorted(args[place]) for place in ordered)


def _keeps_lengths(args: tuple[Any, ...], shown: Sequence[tuple[Any, ...]]) -> bool:
    """Whether what is the length of another argument in every shown input still is; otherwise it is no fair input."""

    def sizes(row: tuple[Any, ...]) -> list[int]:
        return [len(value) for value in row if isinstance(value, list | tuple | str)]

    places = [place for place in range(len(args)) if all(row[place] in sizes(row) for row in shown)]
    return all(args[place] in sizes(args) for place in places)


@dataclass(frozen=True)
class Asserted:
    """What one assert says: the call, the value it must have if one is stated, and whether order matters."""

    call: ast.Call
    value: ast.expr | None
    any_order: bool = False


def _asserted(line: str, defined: set[str]) -> Asserted | None:
    """The reading of `f(x) == v`, `f(x) is v`, `f(x)`, `not f(x)`, `math.isclose(f(x), v)`, `set(f(x)) == set(v)`."""

    def is_ours(node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in defined

    statement = ast.parse(line).body[0]
    match statement.test if isinstance(statement, ast.Assert) else None:
        case ast.Call() as call if is_ours(call):
            return Asserted(call, ast.Constant(True))
        case ast.UnaryOp(op=ast.Not(), operand=ast.Call() as call) if is_ours(call):
            return Asserted(call, ast.Constant(False))
        case ast.Compare(left=ast.Call() as call, ops=[ast.Eq() | ast.Is()], comparators=[value]) if is_ours(call):
            return Asserted(call, value)
        case ast.Call(func=ast.Attribute(attr="isclose"), args=[ast.Call() as call, value, *_]) if is_ours(call):
            return Asserted(call, value)
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="set"), args=[ast.Call() as call]),
            ops=[ast.Eq()],
            comparators=[ast.Call(func=ast.Name(id="set"), args=[value])],
        ) if is_ours(call):
            return Asserted(call, value, any_order=True)
        case test:
            inside = [node for node in ast.walk(test or statement) if isinstance(node, ast.Call) and is_ours(node)]
            return Asserted(inside[0], None) if inside else None


def _mbpp_case(row: dict[str, Any]) -> Case:
    """The asserts are the examples; one of a form that no example has serves to check alone."""
    defined = {node.name for node in ast.walk(ast.parse(row["code"])) if isinstance(node, ast.FunctionDef)}
    examples, shown, name, any_order = [], [], "", False
    for said in (_asserted(line, defined) for line in row["test_list"]):
        if said is None:
            continue
        try:
            shown.append(tuple(ast.literal_eval(arg) for arg in said.call.args))
        except ValueError:
            continue
        name = ast.unparse(said.call.func)
        any_order |= said.any_order
        if said.value is not None:
            examples.append(f"{ast.unparse(said.call)} == {ast.unparse(said.value)}")
    given = {"entry_point": name, "entry_point_given": True} if name else {}
    # Who compares as sets says in words that the order does not matter.
    problem = f"{row['prompt'].rstrip()} The order does not matter." if any_order else row["prompt"]
    return Case(
        name=f"mbpp/{row['task_id']}",
        task=Task(problem=problem, examples=tuple(examples), **given),
        expected=None,
        reference="\n".join([*row.get("test_imports", []), row["code"]]),
        shown=tuple(shown),
        hidden=tuple(args for args in probes(shown, 40) if _is_fair(args, shown))[:16] if shown else (),
        comparison=Comparison(tolerance=1e-6, any_order=any_order or not examples),
    )


def witnesses(path: Path) -> dict[str, list[str]]:
    """By task, programs of several models that were recorded to pass the task's own hidden tests."""
    found: dict[str, list[str]] = {}
    file = path / "mbpp_pool_llm_code_and_tests.jsonl.gz"
    if not file.exists():
        return found
    with gzip.open(file, "rt") as lines:
        for row in map(json.loads, lines):
            number = re.sub(r"\D", "", str(row["task_id"]))
            passing = [cand["code"] for cand in row["cands"] if cand["hidden_pass"]]
            found[f"mbpp/{number}"] = list(dict.fromkeys(passing))[:WITNESSES]
    return found


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
        desk = Desk(case.task, self.model, self.sandbox, self.toolchain, log, RunLimits(candidates=1))
        plan = SMALL.plan[: self.draws] if "model" in rungs else ()
        result = await run(desk, offline_author(plan, rungs, _search))
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


def _search(signature: Signature, pairs: Any, problem: str) -> Synthesis:
    """The search, whose answers are remembered: it is deterministic, and two configurations ask for the same."""
    key = f"{signature}{pairs}{problem}"
    if key in _FOUND:
        Owed.seconds += _FOUND[key][1]
        return _FOUND[key][0]
    started = time.monotonic()
    found = synthesise(signature, pairs, problem)
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


async def measure(
    bench: Bench, cases: Sequence[Case], names: Sequence[str], kept: Path | None, verbose: bool
) -> dict[str, Score]:
    """Every configuration on every task; the outcomes in `kept` are not measured again."""
    known = {(row["name"], row["case"]): Outcome(**row["found"]) for row in _lines(kept)}
    scores: dict[str, Score] = defaultdict(Score)
    for name in names:
        for number, case in enumerate(cases, 1):
            found = known.get((name, case.name))
            if found is None:
                found = await attempt(bench, case, name)
                _keep(kept, {"name": name, "case": case.name, "found": asdict(found)})
            scores[name].add(case.name, found)
            if verbose:
                print(f"  {number}/{len(cases)} {case.name:<18} {name:<14} {found.outcome:<10} {found.author[:40]}",
                      flush=True)  # fmt: skip
                if found.outcome == "wrong" and name != "asked once":
                    print("    " + (found.code or "").replace("\n", "\n    "), flush=True)
    return dict(scores)


def report(title: str, scores: dict[str, Score]) -> None:
    print(f"\n{title}")
    print(
        f"{'':<22}{'solved':>7}{'wrong':>7}{'disputed':>10}{'abstained':>11}{'tasks':>7}{'solved':>10}{'wrong':>9}"
        f"{'of claims':>11}"
        f"{'s each':>9}"
    )
    for name, score in scores.items():
        print(score.row(name))
    for name, score in scores.items():
        if name in ("all together", "without model"):
            print(f"  {name}: solved by {dict(score.written_by)}")


def small_model(options: argparse.Namespace) -> Model:
    """The small model, or none where its runtime or its weights cannot be had."""
    places = Locals(Path(tempfile.gettempdir()) / "specwright-benchmark-models")
    if not is_installed():
        return NoModel()
    weights = options.weights or places.packaged() or places.unpack()
    return RememberedModel(LlamaModel(weights), options.answers)


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


async def main() -> None:
    options = arguments()
    names = [name for name in [*CONFIGURATIONS, "asked once"] if not options.only or name in options.only.split(",")]
    needs_model = [name for name in names if name in ("small model", "all together", "asked once")]
    model = small_model(options) if needs_model else NoModel()
    figures: dict[str, Any] = {"benchmark": "offline", "model": model.name, "false_accepts": "wrong / verified"}
    sets = {"own": own_cases()[:: 30 if options.quick else 1]} if options.set in ("own", "both") else {}
    if options.data and options.set in ("mbpp", "both"):
        sets["mbpp"] = mbpp_cases(options.data, options.half, 1 if options.quick else options.sample)
        print(f"read {options.data / 'mbpp_sanitized.jsonl.gz'}, half: {options.half}.")
    totals: dict[str, dict[str, Score]] = {label: {} for label in sets}
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "runs.db")
        sandbox = await open_sandbox("auto")
        others = witnesses(options.data) if options.data and not options.quick else {}
        bench = Bench(sandbox, PythonToolchain(), store, model, others, 1 if options.quick else len(SMALL.plan))
        try:
            # What needs no model comes first, so that its memory is measured before the weights are loaded.
            for part, key in ([n for n in names if n not in needs_model], "without"), (needs_model, "with"):
                for label, cases in sets.items():
                    totals[label] |= await measure(bench, cases, part, options.resume, options.verbose)
                if part:
                    figures[f"peak_memory_mb_{key}_model"] = peak_memory()
        finally:
            await model.close()
            await sandbox.close()
            await store.close()
    for label, scores in totals.items():
        report(f"{label}: {len(sets[label])} tasks", scores)
        figures[label] = {name: score.figures() for name, score in scores.items()}
    for key in ("without", "with"):
        if f"peak_memory_mb_{key}_model" in figures:
            print(f"peak memory, this process and its sandboxes, {key} the model: "
                  f"{figures[f'peak_memory_mb_{key}_model']} MB")  # fmt: skip
    print(json.dumps(figures))


@cache
def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with mbpp_sanitized.jsonl.gz")
    parser.add_argument("--quick", action="store_true", help="a few tasks of each set, under a minute")
    parser.add_argument("--sample", type=int, help="so many tasks of MBPP, drawn at random with a fixed seed")
    parser.add_argument("--half", choices=("both", "developed", "untouched"), default="both", help="the part of MBPP")
    parser.add_argument("--set", choices=("own", "mbpp", "both"), default="both")
    parser.add_argument("--only", help="configurations, separated by commas")
    parser.add_argument("--weights", type=Path, help="the GGUF file of the small model")
    parser.add_argument("--resume", type=Path, help="where to keep the outcome of every task, and to go on from")
    parser.add_argument("--answers", type=Path, help="where to keep what the small model answers, and to take it from")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
