"""Twenty recurring mistakes in five languages: how many rounds of the model until everything passes?

Each mistake is made in two programs. The correction of the first is learned. The second is solved by a scripted model
that writes the wrong program, and the right one when it is asked for a repair, with the correction and without.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.memory_parts.made import proven
from benchmarks.memory_parts.mistakes import MISTAKES
from specwright.adapters.memory.sqlite import SqliteMemory
from specwright.app import Resources, limits_from, open_context
from specwright.config import load_settings
from specwright.core.errors import SpecwrightError
from specwright.core.memory.entry import MemoryEntry
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.memory.corrections import learn_corrections
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.testing.scripted import Rule, ScriptedModel


class Mistake(NamedTuple):
    """A mistake in two programs; `[wrong|right]` is where they differ."""

    language: str
    failure: str
    first: str
    second: str
    """A function `run` of one parameter."""
    param: str
    returns: str
    examples: tuple[tuple[Any, Any], ...]


_CHOICE: Final = re.compile(r"\[\[(.*?)\|\|(.*?)\]\](?!\])", re.DOTALL)


def either(text: str, right: bool) -> str:
    """Return the wrong or the right program of a template."""
    return _CHOICE.sub(lambda found: found[2 if right else 1], text)


async def measure_corrections(folder: Path, quick: bool) -> dict[str, Any]:
    """Return the rounds with and without corrections."""
    mistakes = [Mistake(*row) for row in MISTAKES][:: 5 if quick else 1]
    rounds: Counter[str] = Counter()
    mended: list[str] = []
    settings = load_settings({"store": {"path": folder / "corrections.db"}}, environ={}, directory=folder)
    async with Resources(settings) as resources:
        for place, mistake in enumerate(mistakes):
            memory = SqliteMemory(folder / f"corrections{place}.db", "bench", proven)
            found = learn_corrections(
                either(mistake.first, False), either(mistake.first, True), mistake.language, mistake.failure
            )
            await memory.learn([
                MemoryEntry(run_id="first", learned_at="2026-01-01T00:00:00+00:00", lesson=lesson) for lesson in found
            ])  # fmt: skip
            for label, given in (("without", None), ("with", memory)):
                try:
                    model, result = await _solved(resources, settings, mistake, given, f"{label}{place}")
                except SpecwrightError as error:
                    rounds[f"failed {label}"] += 1
                    print(f"  {mistake.language}: {error}"[:200], flush=True)
                    continue
                asked = sum(question.stage == "revise_code" for question in model.questions)
                rounds[label] += 1 + asked
                green = result.test_results.failed == 0 and result.test_results.total_tests > 0
                rounds[f"green {label}"] += green
                if given is not None and not asked and green:
                    mended.append(f"{mistake.language} {place}")
            await memory.close()
    figures = {"mistakes": len(mistakes), "rounds": dict(rounds), "mended_without_a_model": mended}
    print(f"corrections: {figures}", flush=True)
    return figures


async def _solved(
    resources: Resources, settings: Any, mistake: Mistake, memory: SqliteMemory | None, run_id: str
) -> tuple[ScriptedModel, Result]:
    problem = f"The function run of the parameter {mistake.param} does what its examples show, number {run_id}."
    name = mistake.param.split(":")[0]
    specification = {
        "summary": problem,
        "params": [{"name": name, "type": mistake.param.split(":")[1]}],
        "returns": mistake.returns,
        "requirements": [{"text": problem}],
    }
    cases = [
        {"name": f"case {place}", "requirement": "R1", "input": {name: given}, "expected": expected}
        for place, (given, expected) in enumerate(mistake.examples)
    ]
    wrong, right = (f"```{mistake.language}\n{either(mistake.second, side)}```" for side in (False, True))
    model = ScriptedModel([
        Rule(stage="specify", reply=specification),
        Rule(stage="write_tests", reply={"cases": cases}),
        Rule(stage="write_code", reply=wrong),
        Rule(stage="revise_code", reply=f"fault: code\nIt was wrong.\n{right}"),
        Rule(stage="revise_tests", reply={"reasoning": "They are right."}),
        Rule(stage="write_inputs", reply={"inputs": []}),
        Rule(stage="write_oracle", fails="no reference is written"),
    ])  # fmt: skip
    from specwright.core.program.data import to_json

    examples = tuple(f"run({_text(to_json(given))}) == {_text(expected)}" for given, expected in mistake.examples)
    task = Task(
        problem=problem, examples=examples, entry_point="run", entry_point_given=True, language=mistake.language
    )
    limits = limits_from(settings).model_copy(update={"recalls": memory is not None, "candidates": 1})

    async def open_log() -> Log:
        return await Log.open(resources.store(), run_id)

    async with open_context(
        settings, task, limits, open_log, model=model, author="model", resources=resources, memory=memory
    ) as context:
        return model, await run(context)


def _text(value: Any) -> str:
    return repr(value)
