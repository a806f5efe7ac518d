"""A faster version is kept for what was measured, and for nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.events import RunLimits
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.performance import Bound, BoundResult, BoundVerdict, Growth, Optimization
from specwright.core.work.task import Requirement, Specification, Story, Task
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.optimise import keep_if_faster, write_faster
from specwright.pipeline.finishing.speed_up import hold_to_bounds
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.writing.writers import model_writers
from specwright.sandbox import open_sandbox
from specwright.testing.scripted import Rule, ScriptedModel

SLOW = "def repeats(xs):\n    return sum(xs.count(x) > 1 for x in xs)\n"
FAST = (
    "from collections import Counter\n\n\ndef repeats(xs):\n    counts = Counter(xs)\n"
    "    return sum(counts[x] > 1 for x in xs)\n"
)
WRONG = "def repeats(xs):\n    return len(xs) - len(set(xs))\n"
WRONG_WHEN_LARGE = FAST.replace("    counts", "    if len(xs) > 9:\n        return 0\n    counts")
SAME = "def repeats(xs):\n    return sum(1 for x in xs if xs.count(x) > 1)\n"

SIGNATURE = Signature(
    name="repeats", params=(Parameter(name="xs", type=Type.parse("list[int]")),), returns=Type.parse("int")
)
CASES = tuple(
    TestCase(id=f"t{place}", name="", inputs={"xs": xs}, expected=Returns(value=count), tier=Tier.USER)
    for place, (xs, count) in enumerate([([], 0), ([1, 2, 1], 2), ([4, 4, 4], 3)])
)
TASK = Task(problem="Count the numbers in a list that occur more than once.")
SPECIFICATION = Specification(
    summary=TASK.problem,
    signature=SIGNATURE,
    requirements=(Requirement(id="r1", text=TASK.problem), Requirement(id="r2", text="It runs in O(n) time.")),
)
FAILING = BoundResult(
    bound=Bound(requirement="r1", function="repeats", growth=Growth.LINEAR),
    verdict=BoundVerdict.FAILS,
    evidence="O(n^2) on 14 sizes",
)


T = TypeVar("T")


def in_context(folder: Path, written: str, work: Callable[[RunContext], Awaitable[T]]) -> tuple[T, ScriptedModel]:
    model = ScriptedModel([Rule(stage="optimise_code", reply={"description": "counts once", "function": written})])

    async def scenario() -> T:
        sandbox = await open_sandbox("auto")
        store = SqliteStore(folder / "runs.db")
        try:
            log = await Log.open(store, "run-1")
            writers = model_writers(Story.FUNCTION)
            return await work(RunContext(TASK, model, sandbox, PythonToolchain(), log, RunLimits(), writers))
        finally:
            await store.close()
            await sandbox.close()

    return asyncio.run(scenario()), model


def attempt(folder: Path, written: str) -> tuple[Candidate, Optimization | str, ScriptedModel]:
    async def work(context: RunContext) -> tuple[Candidate, Optimization | str]:
        old = Candidate(id="c1", code=SLOW, language="python", origin="test")
        function_state = FunctionState(specification=SPECIFICATION, cases=CASES, candidates=(old,))
        state = PackageState(blueprint=Blueprint.of_function(SPECIFICATION), function_states={"f": function_state})
        faster, description = await write_faster(context, state, "f", old, [FAILING])
        return faster, await keep_if_faster(context, function_state, old, faster, description)

    (faster, effect), model = in_context(folder, written, work)
    return faster, effect, model


@pytest.mark.timeout(300)
def test_a_faster_version_that_passes_everything_is_kept_with_its_measured_effect(tmp_path: Path) -> None:
    faster, effect, model = attempt(tmp_path, FAST)
    assert isinstance(effect, Optimization), effect
    assert (faster.code, faster.parent) == (FAST.strip(), "c1")
    assert effect.description == "counts once"
    assert effect.speedup > 1.25
    assert effect.before_seconds > effect.after_seconds > 0
    asked = model.questions[0].turns[-1].text
    assert "O(n): O(n^2) on 14 sizes" in asked
    assert SLOW.strip() in asked


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("written", "why"),
    [
        (WRONG, "it fails test t1"),
        (WRONG_WHEN_LARGE, "does not give what the old version gives"),
        (SAME, "it is not measurably faster"),
        ("def repeats(xs:\n", "it fails test t0"),
    ],
)
def test_a_version_that_is_wrong_or_not_faster_is_discarded(tmp_path: Path, written: str, why: str) -> None:
    _, effect, _ = attempt(tmp_path, written)
    assert isinstance(effect, str)
    assert why in effect


@pytest.mark.timeout(300)
def test_nobody_is_asked_where_no_bound_fails(tmp_path: Path) -> None:
    fast = Candidate(id="c1", code=FAST, language="python", origin="test")
    state = PackageState.of_function(Blueprint.of_function(SPECIFICATION), CASES).with_candidates(fast)
    (_, chosen, results), model = in_context(tmp_path, FAST, lambda context: hold_to_bounds(context, state, fast, True))
    assert chosen == fast
    assert results
    assert BoundVerdict.FAILS not in {result.verdict for result in results}
    assert model.questions == []
