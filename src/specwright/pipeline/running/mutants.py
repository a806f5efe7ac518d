"""Mutants of the winner: what the tests, and what the user's examples, would notice if the code were slightly wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome, is_checked, passes
from specwright.core.evidence.probe import Probe
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.run.events import Probed
from specwright.core.run.function_state import FunctionState
from specwright.core.value import canonical, digest
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.build import build_many
from specwright.pipeline.running.checking import check_of, checked_probes
from specwright.pipeline.running.matrix import call_limits
from specwright.pipeline.running.observe import observe_many
from specwright.pipeline.running.probe import further_inputs
from specwright.ports.language import Program
from specwright.quality.mutants import changeable_lines, mutants, runs_texts

INTERPRETED: Final = 48
COMPILED: Final = 16
"""So many mutants are run: each has to be built in a compiled language."""
_SECONDS: Final = 1.0
"""Of all calls of one mutant together."""

_TELLING: Final = 8
"""One in so many mutants must be noticed. In code that mostly never runs, or hides in texts, hardly any is."""

_SPREAD: Final = 2
"""On one in so many lines, at least, something must have been changed."""

_READABLE: Final = 80
"""Characters of an input that a person is asked about."""

_OWN_END: Final = (Ending.RETURNED, Ending.RAISED)
"""A mutant with a call that was ended from outside proves nothing: on a busy machine that may happen to any program."""

_OWN: Final = "own"
_NOTICED: Final = "noticed"
"""Keys of what is recorded of an input, each by itself: the candidate's outcome, and the numbers of mutants."""


@dataclass(frozen=True)
class Noticed:
    """What would be noticed if the code were slightly wrong."""

    by_case: Mapping[str, frozenset[int]]
    """By the digest of a case, the mutants that fail it."""
    own_answers: tuple[TestCase, ...] = ()
    """Of further inputs, which are generated: what the candidate answers to them. All are among `by_case`."""
    tells: bool = True
    """Whether enough of the mutants were noticed by anything. Otherwise what the examples show is not known."""


async def noticed_mutants(context: RunContext, function_state: FunctionState, candidate: Candidate) -> Noticed | None:
    """Return which cases fail on which mutants of the candidate; None if no mutant could be run.

    Cases that want the same of the same call are one. Raise SandboxUnavailable.
    """
    passed = {result.case_id for result in function_state.execution(candidate.id).results if result.passed}
    cases = tuple({case.digest: case for case in function_state.cases if case.id in passed}.values())
    signature = function_state.specification.signature
    is_built = context.toolchain.build(Program(code=candidate.code, signature=signature)) is not None
    count = COMPILED if is_built else INTERPRETED
    changed = mutants(candidate.code, candidate.language, count, context.limits.seed)
    if not cases or not changed:
        return None
    further = _readable(further_inputs(context, function_state), function_state.cases)

    async def perform() -> Probed:
        programs = [Program(code=code, signature=signature) for code in (candidate.code, *changed)]
        limits = call_limits(context).model_copy(update={"seconds": _SECONDS})
        built = await build_many(context.sandbox, context.toolchain, programs)
        inputs = [*(case.inputs for case in cases), *further]
        rows = await observe_many(
            context.sandbox, context.toolchain, programs, inputs, limits=limits, patience=1, built=built
        )
        own, *others = rows
        ended = {str(at): row for at, row in enumerate(others) if all(one.ending in _OWN_END for one in row)}
        tried = [
            Probe(inputs=given, outcomes={at: row[place] for at, row in ended.items()}, generated=place >= len(cases))
            for place, given in enumerate(inputs)
        ]
        checked = await checked_probes(check_of(context, function_state), tried) if ended else []
        first = len(cases)
        given = zip(further, own[first:], strict=True) if checked else ()
        answered = [Probe(inputs=inputs, outcomes={_OWN: outcome}) for inputs, outcome in given]
        wanted = (*cases, *(_own_answer(function_state, probe) for probe in answered))
        noticed = [
            probe.model_copy(update={"outcomes": _noticed(function_state, case, probe), "accepted": {}})
            for case, probe in zip(wanted, checked, strict=False)
        ]
        return Probed(key=key, round=function_state.round, probes=(*noticed, *answered))

    key = function_state.key("mutants", candidate.digest, [case.digest for case in cases], changed, further)
    probes = (await context.log.effect_once(Probed, key, perform)).probes
    if not probes:
        return None
    answers = [_own_answer(function_state, probe) for probe in probes if _OWN in probe.outcomes]
    found = {case.digest: _numbers(probe) for case, probe in zip((*cases, *answers), probes, strict=False) if case}
    seen = frozenset[int]().union(*found.values())
    lines = changeable_lines(candidate.code, candidate.language)
    tells = len(seen) * _TELLING >= len(changed) and lines <= count * _SPREAD
    hides = runs_texts(candidate.code, candidate.language)
    return Noticed(found, tuple(case for case in answers if case), tells and not hides)


def _own_answer(function_state: FunctionState, probe: Probe) -> TestCase | None:
    """Return the candidate's answer as a test of its own; None if it gave none."""
    inputs, outcome = probe.inputs, probe.outcomes[_OWN]
    if outcome.ending is not Ending.RETURNED:
        return None
    name = function_state.name_case(f"p{digest(inputs)[:8]}")
    expected = Returns(value=outcome.value)
    return TestCase(
        id=name, name="its own answer", inputs=inputs, expected=expected, tier=Tier.GUESS, source="the program's answer"
    )


def _noticed(function_state: FunctionState, case: TestCase | None, probe: Probe) -> dict[str, Outcome]:
    """Return the numbers of the mutants that fail the case, as what one program returned."""
    if case is None:
        return {}
    returns, comparison = function_state.specification.signature.outcome, function_state.specification.comparison
    wrong = [
        int(who)
        for who, outcome in probe.outcomes.items()
        if not passes(case, outcome, returns, comparison) and not (probe.accepted.get(who) and is_checked(case))
    ]
    return {_NOTICED: Outcome(ending=Ending.RETURNED, value=wrong)} if wrong else {}


def _readable(inputs: Iterable[dict[str, Data]], known: Iterable[TestCase]) -> tuple[dict[str, Data], ...]:
    """Return the inputs that are new, and short enough for a person to work out."""
    texts = {canonical(given): given for given in inputs}
    for case in known:
        texts.pop(canonical(case.inputs), None)
    return tuple(given for text, given in texts.items() if len(text) <= _READABLE)


def _numbers(probe: Probe) -> frozenset[int]:
    found = probe.outcomes.get(_NOTICED)
    return frozenset(found.value if found and isinstance(found.value, list) else ())
