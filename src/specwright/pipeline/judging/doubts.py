"""Doubts: what speaks against a candidate that the judge accepts, and that numbers alone have overruled.

Two programs that answer the same legal call differently are two readings of the task. A test that the candidate fails
is a third. Which one is meant is not settled by how many programs share it, nor by a test that a model wrote: its
writer may share the mistake, or give in to the larger number. It is settled by the user, by the specification, or by a
reference that was written apart from both. A program that one of these refutes is no longer heard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from specwright.core.evidence.outcome import Ending
from specwright.core.evidence.probe import Probe
from specwright.core.program.data import Data
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.value import digest
from specwright.core.work.testcase import TestCase, Tier
from specwright.pipeline.judging.arbitrate import gather

_READS_THE_TASK = (Ending.RETURNED, Ending.RAISED)
"""A program that hangs or breaks has no reading of the task."""


class Doubt(NamedTuple):
    """One input whose right answer is open."""

    function: str
    inputs: dict[str, Data]
    call: str
    text: str
    """What each side does there."""


def open_doubts(state: PackageState, chosen: str, *, tests_read_the_task: bool = True) -> tuple[Doubt, ...]:
    """Return what nothing but numbers decides in favour of the chosen candidate, one doubt for each input.

    Tests that were not written by a reader of the task, such as those of a known problem, are no reading of it.
    """
    found = [
        doubt
        for function_state in state.function_states.values()
        for doubt in (
            *(_failed_tests(function_state, chosen) if tests_read_the_task else ()),
            *_parted(function_state, chosen, tests_read_the_task),
        )
        if not is_settled(function_state, doubt.inputs, chosen)
    ]
    return tuple({(doubt.function, digest(doubt.inputs)): doubt for doubt in reversed(found)}.values())[::-1]


def is_settled(function_state: FunctionState, inputs: dict[str, Data], chosen: str) -> bool:
    """Return whether a user, the specification, a reference or a trusted checker agrees with the chosen candidate."""
    known = digest(inputs)
    if known in {digest(open_input) for open_input in function_state.indifferent}:
        return True
    if function_state.checker is not None and function_state.checker.trusted:
        seen = [probe for probe in answers_seen(function_state) if probe.digest == known]
        if any(probe.accepted.get(chosen) for probe in seen):
            return True
    passed = {result.case_id for result in function_state.execution(chosen).results if result.passed}
    return any(
        case.id in passed and digest(case.inputs) == known
        for case in function_state.cases
        if case.tier.rank <= Tier.ORACLE.rank
    )


def answers_seen(function_state: FunctionState) -> tuple[Probe, ...]:
    """Return every input that candidates were run on, those of the tests included, with what each did."""
    found = {probe.digest: probe for probe in function_state.probes}
    results = [
        (execution.candidate_id, result) for execution in function_state.executions for result in execution.results
    ]
    for case in function_state.cases:
        told = [(who, result) for who, result in results if result.case_id == case.id]
        found.setdefault(
            digest(case.inputs),
            Probe(
                inputs=case.inputs,
                outcomes={who: result.outcome for who, result in told},
                accepted={who: result.accepted for who, result in told if result.accepted is not None},
                generated=False,
            ),
        )
    return tuple(found.values())


def parted_probes(function_state: FunctionState, chosen: str, *, tests_read_the_task: bool = True) -> tuple[Probe, ...]:
    """Return the inputs on which a candidate that no trusted test refutes differs from the chosen one.

    Refuted is who fails what the chosen one passes, of the trusted tests; of all, if tests are no reading of the task.
    """
    if len(function_state.executions) < 2:
        return ()  # there is no other program
    evidence = gather(function_state, function_state.probes)
    rows = {contender.id: row for row, contender in enumerate(evidence.contenders)}
    columns = {column.id: column for column in evidence.columns}
    if chosen not in rows:
        return ()
    trusted = [case for case in function_state.cases if not tests_read_the_task or case.tier.rank <= Tier.ORACLE.rank]
    rivals = [who for who in rows if who != chosen and _passes_as_much(function_state, trusted, who, chosen)]
    found = []
    for probe in answers_seen(function_state) if tests_read_the_task else function_state.probes:
        column = columns.get(probe.digest)
        if column is None:
            continue
        parted = any(
            column.cells[rows[who]] != column.cells[rows[chosen]]
            for who in rivals
            if who in probe.outcomes and probe.outcomes[who].ending in _READS_THE_TASK
        )
        if parted and chosen in probe.outcomes and not probe.outcomes[chosen].starved:
            found.append(probe)
    return tuple(found)


def _parted(function_state: FunctionState, chosen: str, tests_read_the_task: bool) -> Iterator[Doubt]:
    for probe in parted_probes(function_state, chosen, tests_read_the_task=tests_read_the_task):
        shown = probe.simplest or probe
        text = f"candidates that pass the same trusted tests part {shown}"
        yield Doubt(function_state.name, probe.inputs, shown.call, text)


def _failed_tests(function_state: FunctionState, chosen: str) -> Iterator[Doubt]:
    outcomes = {result.case_id: result.outcome for result in function_state.execution(chosen).results}
    failed = [
        case for case in function_state.cases if case.id in outcomes and not _passed(function_state, case, chosen)
    ]
    for case in failed:
        text = f"on {case.call} the test {case.id} wants {case.expected}, and {chosen} gave {outcomes[case.id]}"
        yield Doubt(function_state.name, case.inputs, case.call, text)


def _passed(function_state: FunctionState, case: TestCase, who: str) -> bool:
    return any(result.case_id == case.id and result.passed for result in function_state.execution(who).results)


def _passes_as_much(function_state: FunctionState, cases: Sequence[TestCase], who: str, chosen: str) -> bool:
    return all(_passed(function_state, case, who) for case in cases if _passed(function_state, case, chosen))
