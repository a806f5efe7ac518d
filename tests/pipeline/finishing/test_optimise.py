"""A faster version is kept for what was measured, and for nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.events import RunLimits
from specwright.core.run.function_state import FunctionState
from specwright.core.work.performance import Bound, BoundResult, BoundVerdict, Growth
from specwright.core.work.task import Requirement, Specification, Story, Task
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.optimise import Optimised, optimise
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
FAILING = BoundResult(
    bound=Bound(requirement="r1", function="repeats", growth=Growth.LINEAR),
    verdict=BoundVerdict.FAILS,
    evidence="O(n^2) on 14 sizes",
)


def attempt(folder: Path, written: str, result: BoundResult = FAILING) -> tuple[Optimised, ScriptedModel]:
    model = ScriptedModel([Rule(stage="optimise_code", reply={"description": "counts once", "function": written})])

    async def scenario() -> Optimised:
        sandbox = await open_sandbox("auto")
        store = SqliteStore(folder / "runs.db")
        try:
            log = await Log.open(store, "run-1")
            task = Task(problem="Count the numbers in a list that occur more than once.")
            context = RunContext(
                task, model, sandbox, PythonToolchain(), log, RunLimits(), model_writers(Story.FUNCTION)
            )
            specification = Specification(
                summary=task.problem, signature=SIGNATURE, requirements=(Requirement(id="r1", text=task.problem),)
            )
            old = Candidate(id="c1", code=SLOW, language="python", origin="test")
            function_state = FunctionState(specification=specification, cases=CASES, candidates=(old,))
            return await optimise(context, function_state, old, [result])
        finally:
            await store.close()
            await sandbox.close()

    return asyncio.run(scenario()), model


@pytest.mark.timeout(120)
def test_a_faster_version_that_passes_everything_is_kept_with_its_measured_effect(tmp_path: Path) -> None:
    told, model = attempt(tmp_path, FAST)
    assert told.optimization is not None, told.discarded
    assert told.candidate is not None
    assert (told.candidate.code, told.candidate.parent) == (FAST.strip(), "c1")
    assert told.optimization.description == "counts once"
    assert told.optimization.speedup > 1.25
    assert told.optimization.before_seconds > told.optimization.after_seconds > 0
    asked = model.questions[0].turns[-1].text
    assert "O(n): O(n^2) on 14 sizes" in asked
    assert SLOW.strip() in asked


@pytest.mark.timeout(120)
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
    told, _ = attempt(tmp_path, written)
    assert told.candidate is None
    assert why in told.discarded


def test_nobody_is_asked_where_no_bound_fails(tmp_path: Path) -> None:
    holds = FAILING.model_copy(update={"verdict": BoundVerdict.UNKNOWN})
    told, model = attempt(tmp_path, FAST, holds)
    assert (told.candidate, told.discarded) == (None, "no bound fails")
    assert model.questions == []
