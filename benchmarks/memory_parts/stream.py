"""A stream of tasks with a model, memory on and off, and then the same tasks in other words.

The model is a script that writes the reference, so whatever is wrong comes from the memory. What a run teaches is what
its record proves: nothing is put into the memory by hand.
"""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.memory_parts.reuse import reworded
from benchmarks.offline_cases import Case
from benchmarks.offline_run import Bench
from specwright.api.remembering import has_something, remember
from specwright.app import Resources, limits_from, open_context
from specwright.config import load_settings
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.program.data import to_json
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns
from specwright.offline.understand import understand
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.pipeline.writing.specify import read_examples
from specwright.pipeline.writing.tests import user_cases
from specwright.ports.memory import Memory
from specwright.testing.scripted import Rule, ScriptedModel


class Ended(NamedTuple):
    outcome: str
    """solved, wrong, disputed, unverified or failed."""
    calls: int
    seconds: float
    reused: bool


class Stream:
    """Solves tasks one after the other on one store, with a memory or without."""

    def __init__(self, bench: Bench, folder: Path) -> None:
        flags: dict[str, dict[str, Any]] = {
            "store": {"path": folder / "stream.db"},
            "memory": {"use": "on", "project": "stream"},
        }
        self.settings = load_settings(flags, environ={}, directory=folder)
        self.bench, self.runs = bench, 0

    async def ended(self, resources: Resources, case: Case, task: Task, memory: Memory | None) -> Ended:
        """Return how one task ended. It is learned if there is a memory."""
        model = writer(case)
        started = time.perf_counter()
        try:
            result = await self._run(resources, task, model, memory)
        except (SpecwrightError, UserError):
            return Ended("failed", len(model.questions), time.perf_counter() - started, False)
        seconds = time.perf_counter() - started
        reused = (result.written_by or "").startswith("memory:")
        if not result.verified or result.signature is None:
            return Ended("unverified", len(model.questions), seconds, reused)
        outcome = await self.bench.judge(case, result.code or "", result.signature)
        return Ended(outcome, len(model.questions), seconds, reused)

    async def _run(self, resources: Resources, task: Task, model: ScriptedModel, memory: Memory | None) -> Result:
        self.runs += 1
        run_id = f"stream{self.runs:06d}"
        recalls = await has_something(memory)
        limits = limits_from(self.settings).model_copy(update={"recalls": recalls, "candidates": 1})

        async def open_log() -> Log:
            return await Log.open(resources.store(), run_id)

        async with open_context(
            self.settings, task, limits, open_log, model=model, author="model", resources=resources, memory=memory
        ) as context:
            result = await run(context)
            await remember(memory, run_id, context.log.state)
        return result


def writer(case: Case) -> ScriptedModel:
    """Return a model that knows the reference of the task."""
    examples = read_examples(case.task)
    specification = understand(case.task, examples, case.task.entry_point)
    signature, shown = specification.signature, user_cases(specification, examples)
    cases = [
        {
            "name": f"case {place}",
            "requirement": "R1",
            "input": {name: to_json(value) for name, value in test.inputs.items()},
            "expected": to_json(test.expected.value),
        }
        for place, test in enumerate(shown)
        if isinstance(test.expected, Returns)
    ]
    code = f"```python\n{case.reference}\n```"
    return ScriptedModel([
        Rule(
            stage="specify",
            reply={
                "summary": case.task.problem[:200],
                "params": [{"name": param.name, "type": str(param.type)} for param in signature.params],
                "returns": str(signature.returns),
                "requirements": [{"text": case.task.problem}],
            },
        ),
        Rule(stage="write_tests", reply=json.dumps({"cases": cases})),
        Rule(stage="write_code", reply=code),
        Rule(stage="write_oracle", reply=code),
        Rule(stage="revise_code", reply=f"fault: code\nAgain.\n{code}"),
        Rule(stage="revise_tests", reply={"reasoning": "They are right."}),
        Rule(stage="write_inputs", reply={"inputs": []}),
    ])  # fmt: skip


async def measure_stream(
    bench: Bench, sample: Sequence[Case], folder: Path, seed: int, verbose: bool
) -> dict[str, Any]:
    """Return what became of the tasks in an order drawn by the seed, off and on in turns, and in other words."""
    order = [case for case in sample if case.reference and is_readable(case)]
    random.Random(seed).shuffle(order)
    place = folder / f"seed{seed}"
    place.mkdir()
    stream = Stream(bench, place)
    rows: dict[str, list[Ended]] = {"off": [], "on": [], "other words": []}
    async with Resources(stream.settings) as resources:
        memory = resources.memory()
        for case in order:
            rows["off"].append(await stream.ended(resources, case, case.task, None))
            rows["on"].append(await stream.ended(resources, case, case.task, memory))
            if verbose and (rows["on"][-1].reused or rows["off"][-1].outcome != rows["on"][-1].outcome):
                print(f"  {case.name}: {rows['off'][-1]} {rows['on'][-1]}", flush=True)
        for case in order:
            task = case.task.model_copy(update={"problem": reworded(case.task.problem)})
            rows["other words"].append(await stream.ended(resources, case, task, memory))
            if verbose and rows["other words"][-1].outcome == "wrong":
                print(f"  {case.name} in other words: {rows['other words'][-1]}", flush=True)
    figures: dict[str, Any] = {name: summed(ended) for name, ended in rows.items()}
    again = [(first, second) for first, second in zip(rows["off"], rows["other words"], strict=True) if second.reused]
    verified = [
        second for first, second in zip(rows["on"], rows["other words"], strict=True) if first.outcome == "solved"
    ]
    figures["second pass"] = {
        "verified at first": len(verified),
        "solved from the memory with no call": sum(
            each.reused and not each.calls and each.outcome == "solved" for each in verified
        ),
        "seconds against the first": round(
            sum(s.seconds for _, s in again) / max(1e-9, sum(f.seconds for f, _ in again)), 2
        ),
    }
    figures["seed"], figures["tasks"] = seed, len(order)
    figures["wrong"] = max(0, figures["on"]["wrong"] - figures["off"]["wrong"]) + figures["other words"]["wrong"]
    print(f"stream: {figures}", flush=True)
    return figures


def is_readable(case: Case) -> bool:
    try:
        writer(case)
    except (SpecwrightError, UserError, TypeError, ValueError):
        return False
    return True


def summed(ended: Sequence[Ended]) -> dict[str, Any]:
    counts = Counter(each.outcome for each in ended)
    return {
        **{name: counts[name] for name in ("solved", "wrong", "disputed", "unverified", "failed")},
        "reused": sum(each.reused for each in ended),
        "calls": sum(each.calls for each in ended),
        "seconds": round(sum(each.seconds for each in ended), 1),
    }
