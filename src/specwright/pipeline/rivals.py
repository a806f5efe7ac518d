"""Rivals: other programs that pass every example of the user, and an input like the examples' that tells them apart.

Where such a rival is as good a reading of the words, more code decides nothing: an example does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from specwright.core.candidate import Candidate
from specwright.core.data import Data, equal, show
from specwright.core.docket import Docket
from specwright.core.outcome import Ending, Outcome, passes
from specwright.core.probe import Probe
from specwright.core.task import Specification
from specwright.core.testcase import TestCase, Tier
from specwright.core.value import canonical, digest
from specwright.judge.inputs import from_known
from specwright.patterns.readings import Reading
from specwright.pipeline.desk import Desk
from specwright.pipeline.matrix import call_limits
from specwright.pipeline.observe import observe
from specwright.ports import Program

NEAR: Final = 48
"""Inputs made by small changes to the examples', on which rivals are compared."""
_ONE: Final = "program"
"""What is tried here is no candidate yet and has no name."""


async def passing(desk: Desk, docket: Docket, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Those that pass every example of the user, tried in the sandbox and recorded. Raises SandboxUnavailable."""
    cases = _examples(docket)
    inputs = [case.inputs for case in cases]
    return [
        candidate
        for candidate in candidates
        if not cases or _fits(docket, await _tried(desk, docket, candidate.code, inputs))
    ]


async def open_question(desk: Desk, docket: Docket, candidate: Candidate, readings: Sequence[Reading]) -> str | None:
    """What the examples leave open between the candidate and these readings, in words; None where it is nothing.

    Raises SandboxUnavailable.
    """
    examples = [case.inputs for case in _examples(docket)]
    if not examples or not readings:
        return None
    inputs = from_known(examples, desk.limits.seed, NEAR)
    own = await _tried(desk, docket, candidate.code, inputs)
    for reading in readings:
        if not _fits(docket, await _tried(desk, docket, reading.code, examples)):
            continue
        rows = zip(inputs, own, await _tried(desk, docket, reading.code, inputs), strict=True)
        parted = [row for row in rows if _part(docket.specification, *row[1:])]
        if parted:
            given, one, other = min(parted, key=lambda row: (len(canonical(row[0])), canonical(row[0])))
            call = ", ".join(
                f"{param.name}={show(given[param.name])}" for param in docket.specification.signature.params
            )
            return (
                f"two readings fit all examples and differ in {reading.about}: "
                f"for {call} this one gives {one}, the other {other}; an example for such an input would decide"
            )
    return None


def _examples(docket: Docket) -> list[TestCase]:
    return [case for case in docket.cases if case.tier is Tier.USER]


def _fits(docket: Docket, outcomes: Sequence[Outcome]) -> bool:
    returns, comparison = docket.specification.signature.returns, docket.specification.comparison
    pairs = zip(_examples(docket), outcomes, strict=True)
    return all(passes(case, outcome, returns, comparison) for case, outcome in pairs)


def _part(specification: Specification, one: Outcome, other: Outcome) -> bool:
    """Whether one gives a value where the other gives another, or raises an error."""
    endings = {one.ending, other.ending}
    if endings == {Ending.RETURNED}:
        return not equal(one.value, other.value, comparison=specification.comparison)
    return endings == {Ending.RETURNED, Ending.RAISED}


async def _tried(desk: Desk, docket: Docket, code: str, inputs: Sequence[Mapping[str, Data]]) -> tuple[Outcome, ...]:
    """What the program does on each input, performed or recalled."""
    wanted = Program(code=code, signature=docket.specification.signature)

    async def perform() -> tuple[Probe, ...]:
        outcomes = await observe(desk.sandbox, desk.toolchain, wanted, inputs, limits=call_limits(desk))
        return tuple(
            Probe(inputs=dict(given), outcomes={_ONE: outcome}) for given, outcome in zip(inputs, outcomes, strict=True)
        )

    found = await desk.log.probing(digest(["tried", code, list(inputs)]), docket.round, perform)
    return tuple(probe.outcomes[_ONE] for probe in found.probes)
