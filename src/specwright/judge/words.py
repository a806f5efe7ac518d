"""The evidence in words, for people and for revision prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from specwright.core.evidence.ruling import Acceptance, Blame, Decision
from specwright.core.text import counted
from specwright.core.work.testcase import Tier
from specwright.judge.calibration import alike_rows
from specwright.judge.evidence import Evidence
from specwright.judge.ranking.behaviour import cannot_fail
from specwright.judge.rules import FEWEST_WITNESSES

if TYPE_CHECKING:
    from specwright.judge.blame import Findings


def pair_in_words(found: Findings, row: int, at: int, blame: Blame) -> str:
    """What speaks for the ruling on one failing pair."""
    evidence, claim = found.evidence, found.evidence.claims[at]
    column = evidence.columns[claim.column]
    parts = [_what_happened(evidence, row, at)]
    if at in found.disputed:
        others = [evidence.claims[other] for other in sorted(found.disputed) if other != at]
        rivals = [f"{other.id} expects {other.expected}" for other in others if other.column == claim.column]
        parts.append(f"your own examples contradict each other here: {'; '.join(rivals)}")
        return _join(parts)
    cell = column.cells[row]
    if cell is not None:
        same = sum(
            contender.copies
            for contender, other in zip(evidence.contenders, column.cells, strict=True)
            if other == cell
        )
        tried = _tried(evidence, claim.column)
        if tried > 1:
            rest = "the other does not" if tried == 2 else f"none of the other {tried - 1} does"
            parts.append(f"{same} of {tried} programs do the same" if same > 1 else rest)
    satisfied = sum(c.copies for c, holds in zip(evidence.contenders, claim.holds, strict=True) if holds)
    authors = ", ".join(evidence.contenders[own].id for own in claim.own)
    if satisfied or not authors:
        parts.append(f"{satisfied} pass the test" if satisfied else "no program passes the test")
    if authors:
        parts.append(f"{authors} passes it only because the test was made from its code")
    rivals = [other.expected for other in evidence.claims if other.column == claim.column and other is not claim]
    against = sum(other != claim.expected for other in rivals)
    if against:
        parts.append(f"{against} of {len(rivals)} other tests of this input expect something else")
    if claim.tier is Tier.USER:
        parts.append("it is your own example")
    parts.append(f"program {found.candidates[row]:.0%} likely correct, test {found.tests[at]:.0%}")
    if blame is Blame.SPEC:
        parts.append("the task may contradict its own example")
    return _join(parts)


def _what_happened(evidence: Evidence, row: int, at: int) -> str:
    claim = evidence.claims[at]
    column = evidence.columns[claim.column]
    cell = column.cells[row]
    did = column.behaviours[cell].shown if cell is not None else ""
    wanted = f" instead of {claim.expected}" if claim.expected else ""
    where = f"on {column.call} " if column.call else ""
    return f"{where}it gave {did or 'something else'}{wanted}"


def _tried(evidence: Evidence, column: int) -> int:
    cells = evidence.columns[column].cells
    return sum(c.copies for c, cell in zip(evidence.contenders, cells, strict=True) if cell is not None)


def reasons(found: Findings, chosen: int | None, decision: Decision, acceptance: Acceptance | None) -> tuple[str, ...]:
    """Return the reasons for the verdict, the weightiest first."""
    if chosen is None or acceptance is None:
        return ("there is no program to judge",)
    evidence = found.evidence
    lines = []
    if found.disputed:
        names = ", ".join(evidence.claims[at].id for at in sorted(found.disputed))
        lines.append(f"your examples contradict each other: {names}")
    if not evidence.columns:
        lines.append("nothing was run")
    confidence = found.candidates[chosen]
    lines.append(f"the code is {_percent(confidence)} likely correct: {_by_rule(acceptance)}")
    lines.append(_standing(found, chosen))
    if evidence.contenders[chosen].stateful:
        lines.append("a call changes what later calls return, and the task asks for no state")
    vacuous = [claim.id for claim in evidence.claims if cannot_fail(evidence, claim)]
    if vacuous:
        lines.append(f"{len(vacuous)} tests do not count, because every program passes them: {', '.join(vacuous[:5])}")
    lines.extend(_failed_user_examples(evidence, chosen))
    doubted = [claim.id for at, claim in enumerate(evidence.claims) if found.tests[at] < 0.5]
    if doubted:
        lines.append(f"{len(doubted)} of {len(evidence.claims)} tests are probably wrong: {', '.join(doubted[:5])}")
    if decision is Decision.ACCEPT:
        lines.append(f"{acceptance.population}: {acceptance.promise}")
    elif found.none > 0.2:
        lines.append(f"{found.none:.0%} chance that no program tried is correct")
    return tuple(lines)


def _percent(probability: float) -> str:
    """Return a percentage with one decimal, which is never rounded up to certainty."""
    return "over 99.9%" if probability > 0.999 else f"{probability:.1%}"


def _by_rule(acceptance: Acceptance) -> str:
    needed = f"{acceptance.above:.1%}".replace(".0%", "%")
    if acceptance.met:
        return f"enough for {acceptance.population}, which need {needed}"
    if acceptance.rule == "agreement":
        return (
            f"not enough for {acceptance.population}, which need {FEWEST_WITNESSES} different programs that agree on "
            f"every input, hardly any that disagrees, and every test to pass"
        )
    return f"not enough for {acceptance.population}, which need more than {needed} and every example to pass"


def _standing(found: Findings, chosen: int) -> str:
    """Return what the code passes and how many programs do the same."""
    evidence = found.evidence
    alike = sum(evidence.contenders[row].copies for row in alike_rows(found.heard, chosen))
    everyone = sum(contender.copies for contender in evidence.contenders)
    tried = [claim.holds[chosen] for claim in evidence.claims if claim.holds[chosen] is not None]
    probes = sum(column.generated for column in evidence.columns)
    noun = "independent test" if len(tried) < len(evidence.claims) else "test"
    parts = [f"it passes {sum(map(bool, tried))} of {counted(len(tried), noun)}"] if tried else []
    if everyone > 1:
        parts.append(f"{'all' if alike == everyone else f'{alike} of'} {everyone} programs behave alike")
    if probes:
        parts.append(f"{counted(probes, 'further input')} compared" if everyone > 1 else f"{probes} further inputs run")
    if not tried and evidence.claims:
        parts.insert(0, "its tests were made together with it, so passing them proves little")
    return ", ".join(parts) or "there is no test"


def _failed_user_examples(evidence: Evidence, chosen: int) -> list[str]:
    failed = [c.id for c in evidence.claims if c.tier is Tier.USER and c.holds[chosen] is False]
    return [f"it fails your own examples: {', '.join(failed)}"] if failed else []


def _join(parts: list[str]) -> str:
    return "; ".join(parts)
