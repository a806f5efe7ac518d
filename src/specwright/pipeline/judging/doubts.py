"""Doubts: what speaks against a candidate that the judge accepts, and that numbers alone have overruled.

Two programs that pass every test and answer the same legal call differently are two readings of the task. A test that
the candidate fails is a third. Which one is meant is not settled by how many programs share it. It is settled by the
user, by the specification, or by a reference that was written apart from both.
"""

from __future__ import annotations

from collections.abc import Iterator
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
    """One input on which it is open what is right."""

    function: str
    inputs: dict[str, Data]
    call: str
    text: str
    """What each side does there."""


def open_doubts(state: PackageState, chosen: str, *, tests_read_the_task: bool = True) -> tuple[Doubt, ...]:
    """Return what nothing but numbers decides in favour of the chosen candidate.

    Tests that were not written by a reader of the task, such as those of a known problem, are no reading of it.
    """
    return tuple(
        doubt
        for function_state in state.function_states.values()
        for doubt in (
            *(_failed_tests(function_state, chosen) if tests_read_the_task else ()),
            *_parted(function_state, chosen),
        )
        if not is_settled(function_state, doubt.inputs, chosen)
    )


def is_settled(function_state: FunctionState, inputs: dict[str, Data], chosen: str) -> bool:
    """Return whether a user, the specification, a reference or a checker agrees with the chosen candidate here."""
    known = digest(inputs)
    if any(probe.digest == known and probe.accepted.get(chosen) for probe in function_state.probes):
        return True
    if known in {digest(open_input) for open_input in function_state.indifferent}:
        return True
    passed = {result.case_id for result in function_state.execution(chosen).results if result.passed}
    return any(
        case.id in passed and digest(case.inputs) == known
        for case in function_state.cases
        if case.tier.rank <= Tier.ORACLE.rank
    )


def parted_probes(function_state: FunctionState, chosen: str) -> tuple[Probe, ...]:
    """Return the probes on which a candidate that passes all that the chosen one passes does something else."""
    evidence = gather(function_state, function_state.probes)
    rows = {contender.id: row for row, contender in enumerate(evidence.contenders)}
    columns = {column.id: column for column in evidence.columns}
    if chosen not in rows:
        return ()
    rivals = [who for who in rows if who != chosen and _passes_as_much(function_state, who, chosen)]
    found = []
    for probe in function_state.probes:
        column = columns.get(probe.digest)
        if column is None:
            continue
        parted = any(
            column.cells[rows[who]] != column.cells[rows[chosen]]
            for who in rivals
            if who in probe.outcomes and probe.outcomes[who].ending in _READS_THE_TASK
        )
        if parted and chosen in probe.outcomes:
            found.append(probe)
    return tuple(found)


def _parted(function_state: FunctionState, chosen: str) -> Iterator[Doubt]:
    for probe in parted_probes(function_state, chosen):
        shown = probe.simplest or probe
        text = f"candidates that pass the same tests part {shown}"
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


def _passes_as_much(function_state: FunctionState, who: str, chosen: str) -> bool:
    return all(
        _passed(function_state, case, who) for case in function_state.cases if _passed(function_state, case, chosen)
    )
