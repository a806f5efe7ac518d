from __future__ import annotations

import asyncio
from pathlib import Path

from tests import stories

from specwright import api
from specwright.core.evidence.probe import Probe
from specwright.core.program.data import Data
from specwright.core.run.events import Entry, Probed, Progress, Ruled
from specwright.core.work.precondition import Precondition
from specwright.core.work.task import Task
from specwright.pipeline.running.probe import legal_inputs
from specwright.testing.scripted import Rule

TASK = Task(problem="Return the given numbers in ascending order, each as often as it was given.")
SPECIFICATION = {
    "summary": "Sort the numbers.",
    "params": [{"name": "items", "type": "list[int]"}],
    "returns": "list[int]",
    "requirements": [{"text": "The output is in ascending order."}],
}
TESTS = {
    "cases": [
        {"name": f"case {number}", "input": {"items": given}, "expected": sorted(given)}
        for number, given in enumerate([[31, 12, 25, 40], [5], [90, -41, 72, 10, 63]])
    ]
}
CODES = ("sorted(set(items))", "sorted(items)", "sorted(list(items))")


def test_the_input_on_which_candidates_part_is_told_in_its_simplest_form(tmp_path: Path) -> None:
    rules = [
        Rule(stage="specify", reply=SPECIFICATION),
        Rule(stage="write_tests", reply=TESTS),
        *(
            Rule(stage="write_code", sample=number, reply=f"def run_code(items):\n    return {code}\n")
            for number, code in enumerate(CODES)
        ),
    ]
    told: list[Entry | Progress] = []
    settings = stories.settings(tmp_path, code_generation={"max_iterations": 1})
    asyncio.run(api.solve_task(TASK, settings, model=stories.model(rules), listeners=(told.append,)))
    events = [entry.event for entry in told if isinstance(entry, Entry)]
    probes = next(event.probes for event in events if isinstance(event, Probed))
    [simplest] = [probe.simplest for probe in probes if probe.simplest]
    parted = next(probe for probe in probes if probe.simplest)
    assert simplest.parting == parted.parting == (("c1",), ("c2", "c3"))
    first, second = simplest.inputs["items"]
    assert first == second
    assert len(str(parted.inputs)) >= len(str(simplest.inputs))
    verdict = next(event.verdict for event in events if isinstance(event, Ruled))
    assert f"the programs differ on {simplest}" in verdict.reasons
    assert str(simplest) == f"items=[{first}, {first}]: [{first}] (c1), [{first}, {first}] (c2, c3)"


def test_candidates_that_do_the_same_do_not_part() -> None:
    assert Probe(inputs={"n": 1}, outcomes={}).parting == ()


def test_probes_keep_to_the_inputs_that_callers_may_give() -> None:
    conditions = (Precondition(text="The list is not empty.", holds="len(items) > 0"),)
    given: list[dict[str, Data]] = [{"items": []}, {"items": [1]}, {"items": [2, 3]}, {"items": [4]}]
    assert legal_inputs(conditions, given, 2) == ({"items": [1]}, {"items": [2, 3]})
    assert legal_inputs((), given, 2) == ({"items": []}, {"items": [1]})
