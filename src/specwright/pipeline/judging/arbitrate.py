"""Arbitrate: show the outcomes to the judge, and decide when another round is not worth it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from specwright.core.evidence.outcome import CaseResult, Ending, Outcome
from specwright.core.evidence.probe import Probe
from specwright.core.evidence.ruling import Blame, Decision, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data, show
from specwright.core.run.function_state import FunctionState
from specwright.core.value import digest
from specwright.core.work.property import PropertyResult
from specwright.core.work.question import ANSWERED
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.judge.controls import ALWAYS, controls_passing
from specwright.judge.evidence import Behaviour, Claim, Column, Contender, Evidence
from specwright.judge.near_copies.kinship import kin
from specwright.judge.priors import DEFAULT, WORTH_ANOTHER_ROUND, Priors
from specwright.judge.ranking.columns import column
from specwright.judge.ranking.richness import bits
from specwright.judge.verdict import judge
from specwright.languages.registry import language

ERROR_BITS: Final = 2.0
"""How surprising it is that a wrong test wants an error: less than a number, more than a truth value."""
PROPERTY_BITS: Final = 4.0
"""How surprising it is that a program has a property that was never meant: about one in sixteen does."""


def judge_function(
    function_state: FunctionState,
    *,
    properties: Sequence[PropertyResult] = (),
    copies: Mapping[str, int] | None = None,
    priors: Priors = DEFAULT,
    accept_above: float | None = None,
    authors_known: bool = False,
) -> Verdict:
    """The judge's verdict on an executed function_state.

    An oracle's answers enter as cases of its tier; properties that the specification states enter as their results.
    `copies` counts, by id of a candidate or a case, how often it was produced independently; by default 1.
    `authors_known`: the caller vouches for the candidates' origins.
    """
    evidence = gather(
        function_state, function_state.probes, properties=properties, copies=copies, authors_known=authors_known
    )
    verdict = judge(evidence, priors, accept_above=accept_above)
    parted = tuple(f"the programs differ on {probe.simplest}" for probe in function_state.probes if probe.simplest)
    return verdict.model_copy(update={"reasons": verdict.reasons + parted})


def gather(
    function_state: FunctionState,
    probes: Sequence[Probe] = (),
    *,
    properties: Sequence[PropertyResult] = (),
    copies: Mapping[str, int] | None = None,
    with_unloaded: bool = False,
    authors_known: bool = False,
) -> Evidence:
    """Return the state's executions and everything else as evidence.

    A candidate that was not executed is left out. So is one that does not load if another does, unless
    `with_unloaded`: the parts of a package must speak of the same candidates.
    """
    counts = copies or {}
    specification = function_state.specification
    results = {e.candidate_id: {r.case_id: r for r in e.results} for e in function_state.executions}
    executed = [candidate.id for candidate in function_state.candidates if candidate.id in results]
    loaded = [who for who in executed if _loads(results[who].values())] or executed
    ids = executed if with_unloaded else loaded
    open_inputs = {digest(inputs) for inputs in function_state.indifferent}
    named = _named_kinds(function_state.cases, results)
    comparison = specification.comparison

    checked: dict[str, list[bool | None]] = {}

    def seen(key: str, call: str, outcomes: Sequence[Outcome | None], generated: bool) -> Column:
        returns = specification.signature.outcome
        right = checked.get(key, ())
        return column(
            key,
            call,
            outcomes,
            generated=generated,
            returns=returns,
            comparison=comparison,
            kinds=named,
            accepted=right,
        )

    columns: dict[str, Column] = {}
    claims: list[Claim] = []
    for key, cases in _by_input(function_state.cases).items():
        if key in open_inputs:
            continue
        told = [{case.id: results[who][case.id] for case in cases if case.id in results[who]} for who in ids]
        outcomes = [next((result.outcome for result in found.values()), None) for found in told]
        checked[key] = [next((result.accepted for result in found.values()), None) for found in told]
        columns[key] = seen(key, cases[0].call, outcomes, generated=False)
        for case in cases:
            passed = [found[case.id].passed if case.id in found else None for found in told]
            own = [not _speaks_for(case, function_state.candidate(who)) for who in ids]
            held = tuple(None if mine else did for mine, did in zip(own, passed, strict=True))
            by_construction = tuple(row for row, mine in enumerate(own) if mine and passed[row])
            claim = _claim(case, len(columns) - 1, held, counts)
            claims.append(claim.model_copy(update={"own": by_construction, "passed_by": controls_passing(case)}))
    for probe in probes:
        key = probe.digest
        if key not in columns and key not in open_inputs:
            tried = [_heard(probe.outcomes.get(who)) for who in ids]
            checked[key] = [probe.accepted.get(who) for who in ids]
            columns[key] = seen(key, _call(probe.inputs), tried, generated=probe.generated)
    for result in properties:
        key = digest(result.inputs)
        if key not in columns:
            columns[key] = _unseen(key, result, ids)
        held = tuple(result.held.get(who) for who in ids)
        place = list(columns).index(key)
        stated = str(result.stated)
        claims.append(
            Claim(id=result.id, column=place, tier=Tier.ORACLE, holds=held, expected=stated, bits=PROPERTY_BITS)
        )
    claims += _rejections(list(columns), checked)
    contenders = tuple(_contender(function_state.candidate(who), counts, authors_known) for who in ids)
    controls = tuple(sorted({*ALWAYS, *(name for claim in claims for name in claim.passed_by)}))
    return Evidence(contenders=contenders, columns=tuple(columns.values()), claims=tuple(claims), controls=controls)


def _heard(outcome: Outcome | None) -> Outcome | None:
    """Return the outcome, if it is informative about the program."""
    return None if outcome is None or outcome.starved else outcome


def _rejections(columns: Sequence[str], checked: Mapping[str, Sequence[bool | None]]) -> list[Claim]:
    """Return a checker's decisions as claims. As with properties, one that all satisfy would only dilute."""
    return [
        Claim(
            id=f"checker on {key[:12]}",
            column=place,
            tier=Tier.ORACLE,
            holds=tuple(checked[key]),
            expected="an answer that the checker accepts",
            bits=PROPERTY_BITS,
        )
        for place, key in enumerate(columns)
        if False in checked.get(key, ())
    ]


def _contender(candidate: Candidate, counts: Mapping[str, int], author_known: bool) -> Contender:
    # What a reply names as its model is the server's word, and nobody proves it: all of them count as one author.
    known = author_known or candidate.is_without_model
    return Contender(
        id=candidate.id,
        copies=counts.get(candidate.id, 1),
        authors=(candidate.origin,) if known else (),
        kin=kin(candidate.text, language(candidate.language)),
    )


def _loads(results: Iterable[CaseResult]) -> bool:
    return any(result.outcome.ending is not Ending.NOT_LOADED for result in results)


def _named_kinds(cases: Sequence[TestCase], results: Mapping[str, Mapping[str, CaseResult]]) -> dict[str, str]:
    """Map each error that met a kind which a test names to that kind."""
    kinds = {case.id: case.expected.error for case in cases if isinstance(case.expected, Raises)}
    return {
        result.outcome.error: kind
        for found in results.values()
        for result in found.values()
        if result.passed and result.outcome.error and (kind := kinds.get(result.case_id))
    }


def passed_or_not(key: str, call: str, held: Sequence[bool | None], *, generated: bool = False) -> Column:
    """A column for which only the contenders that passed are known."""
    return Column(
        id=key,
        call=call,
        behaviours=(Behaviour(key="fails"), Behaviour(key="holds")),
        cells=tuple(None if cell is None else int(cell) for cell in held),
        generated=generated,
        opaque=True,
    )


def _speaks_for(case: TestCase, candidate: Candidate) -> bool:
    """Whether the test is informative about the candidate: one that came with its code holds by construction."""
    return case.source != candidate.origin


def _by_input(cases: Sequence[TestCase]) -> dict[str, list[TestCase]]:
    found: dict[str, list[TestCase]] = {}
    for case in cases:
        found.setdefault(digest(case.inputs), []).append(case)
    return found


def _call(inputs: Mapping[str, Data]) -> str:
    return ", ".join(f"{name}={show(value)}" for name, value in inputs.items())


def _unseen(key: str, result: PropertyResult, ids: Sequence[str]) -> Column:
    """An input for which only the property is known."""
    held = [result.held.get(who) for who in ids]
    return passed_or_not(key, _call(result.inputs), held, generated=True)


def _claim(case: TestCase, column: int, held: tuple[bool | None, ...], counts: Mapping[str, int]) -> Claim:
    return Claim(
        id=case.id,
        column=column,
        tier=case.tier,
        holds=held,
        copies=counts.get(case.id, 1),
        expected=str(case.expected),
        bits=bits(case.expected.value) if isinstance(case.expected, Returns) else ERROR_BITS,
        answered=case.source == ANSWERED,
    )


class Stop(StrEnum):
    """Why the loop ends before its rounds are used up."""

    ACCEPTED = "the result is good enough"
    CIRCLE = "tests and code are back where they were in an earlier round"
    NOT_WORTH_IT = "the last rounds gained too little to expect more of another"
    CONTRADICTION = "the task contradicts itself, which no revision can mend"
    ABSTAINED = "the evidence decides nothing, and no revision would change that"
    ROUNDS = "all rounds are used up"
    LIBRARY = "the sandbox does not have a library that the task names, which no revision can mend"


def stop(verdicts: Sequence[Verdict], states: Sequence[str], *, worth: float = WORTH_ANOTHER_ROUND) -> Stop | None:
    """Return why to stop after the latest verdict, None to go on; `states` are the digests of each round."""
    latest = verdicts[-1] if verdicts else None
    if latest is None:
        return None
    if latest.decision is Decision.ACCEPT:
        return Stop.ACCEPTED
    if len(verdicts) > 1 and all(map(_contradicts, verdicts[-2:])):
        return Stop.CONTRADICTION  # the code was revised to fit the example, to no avail
    if in_a_circle(states):
        return Stop.CIRCLE
    best = [verdict.confidence for verdict in verdicts]
    if len(best) > 2 and max(best[-2:]) - max(best[:-2]) < worth:
        return Stop.NOT_WORTH_IT
    return None


def _contradicts(verdict: Verdict) -> bool:
    return any(ruling.blame is Blame.SPEC for ruling in verdict.rulings)


def why_over(verdicts: Sequence[Verdict], states: Sequence[str], *, mendable: bool) -> Stop | None:
    """Return why another round is pointless, None if it is not.

    Accepted code goes on while tests that were ruled wrong can be rewritten.
    """
    if verdicts[-1].decision is Decision.ABSTAIN:
        return Stop.ABSTAINED
    reason = stop(verdicts, states)
    return in_a_circle(states) if reason is Stop.ACCEPTED and mendable else reason


def in_a_circle(states: Sequence[str]) -> Stop | None:
    """Whether the latest state was there before."""
    return Stop.CIRCLE if states and states[-1] in states[:-1] else None
