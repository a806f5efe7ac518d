"""The tasks of the offline benchmark: our own sixty, MBPP with its asserts as examples, HumanEval as it stands."""

from __future__ import annotations

import ast
import contextlib
import gzip
import hashlib
import json
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.offline_tasks import TASKS
from specwright.core.program.equality import EXACT, Comparison
from specwright.core.work.task import Task
from specwright.offline.synthesis.probes import probes

SEED = 6
FEWEST_CHECKS = 3
"""A claim that can be checked on fewer inputs than this counts as wrong."""
WITNESSES = 5
"""Recorded programs that are asked where the reference and an answer differ; more than half of them must agree."""


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
    """The tasks of a half, or of all, in an order drawn once, so that any beginning is a sample of them."""
    with gzip.open(path / "mbpp_sanitized.jsonl.gz", "rt") as file:
        rows = [json.loads(line) for line in file]
    rows = [row for row in rows if half in ("both", _half(row["task_id"]))]
    order = random.Random(SEED).sample(range(len(rows)), len(rows))
    return [_mbpp_case(rows[place]) for place in order[:sample]]


def humaneval_cases(path: Path, sample: int | None = None) -> list[Case]:
    """HumanEval: what the docstring says, examples and all, as a user would paste it; its own tests are hidden.

    A task whose tests state fewer than three plain calls cannot be scored and is left out.
    """
    with gzip.open(path / "humanevalpack_python.jsonl.gz", "rt") as file:
        cases = [_humaneval_case(row) for row in map(json.loads, file)]
    cases = [case for case in cases if len(case.hidden) >= FEWEST_CHECKS]
    order = random.Random(SEED).sample(range(len(cases)), len(cases))
    return [cases[place] for place in order[:sample]]


def _humaneval_case(row: dict[str, Any]) -> Case:
    name = row["entry_point"]
    return Case(
        name=row["task_id"].replace("Python", "humaneval"),
        task=Task(problem=row["docstring"], entry_point=name, entry_point_given=True),
        expected=None,
        reference=row["prompt"] + row["canonical_solution"],
        shown=(),
        hidden=_called(row["test"], name),
        comparison=Comparison(tolerance=1e-6),
    )


def _called(text: str, name: str) -> tuple[tuple[Any, ...], ...]:
    """The arguments of each call that an assert makes, where they are plain."""
    found = []
    for node in ast.walk(ast.parse(text)):
        said = _asserted(ast.unparse(node), {name}) if isinstance(node, ast.Assert) else None
        if said is not None and not said.call.keywords:
            with contextlib.suppress(ValueError):
                found.append(tuple(ast.literal_eval(arg) for arg in said.call.args))
    return tuple(found)


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
