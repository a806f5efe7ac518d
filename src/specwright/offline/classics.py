"""Which known problems the words name, and how clearly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from specwright.core.program.candidate import Candidate
from specwright.core.run.function_state import FunctionState
from specwright.core.work.example import lift_examples
from specwright.core.work.reading.plain import plain
from specwright.offline.candidates import example_pairs
from specwright.offline.patterns.account import Uncovered
from specwright.offline.patterns.adapt import Adapted, adapt
from specwright.offline.patterns.readings import Reading
from specwright.offline.patterns.search import Match, find, is_foreign
from specwright.offline.patterns.statement import without_page
from specwright.offline.rivals import OpenPoint
from specwright.pipeline.context import RunContext

CLASSIC_ABOVE: Final = 0.6
"""How well the words must name a classic when the user's examples are there to confirm it."""
LIKELY_ABOVE: Final = 0.4
"""And if it is only shown as likely: an example speaks for it, and further ones must settle it."""
UNSEEN_ABOVE: Final = 0.85
"""And when there is no example: then the words alone must leave no doubt."""
CLEAR_LEAD: Final = 0.2
"""Or the words must fit it by so much better than anything else."""
FEW_EXAMPLES: Final = 2
SETTLING: Final = 5
"""The examples that settle whether a likely classic is meant."""


class Classic(NamedTuple):
    """A classic that passes every example: its note, its programs, and the clauses that it leaves uncovered."""

    match: Match
    note: str
    fitting: list[Candidate]
    left: tuple[Uncovered, ...]


def named_by(problem: str, name: str) -> tuple[Match, ...]:
    """Return the classics that the words may name, best first. Examples and the frame of a page are no words."""
    text = without_page(plain(problem))
    for example in lift_examples(problem):
        text = text.replace(example.source, " ")
    return find(text if any(map(str.isalpha, text)) else problem, name)


def classics(problem: str, name: str, examples: int, *, tells: bool) -> tuple[Match, ...]:
    """Return the classics that the words name well enough, best first, for a function of that name.

    `tells` states that no trivial program passes one of the examples. It rules out so much that the words may name the
    classic less clearly.
    """
    found = named_by(problem, name)
    if not tells and examples < FEW_EXAMPLES:
        return beyond_doubt(found)
    least = LIKELY_ABOVE if tells else CLASSIC_ABOVE
    return tuple(match for match in found if match.score >= least)


def likely_point(match: Match) -> tuple[OpenPoint, ...]:
    """Return the open point whether this classic is meant; none if the words name it well enough."""
    if match.score >= CLASSIC_ABOVE:
        return ()
    return (OpenPoint(about=f"the known problem {match.pattern.name}", examples=SETTLING),)


def why_no_classic(problem: str, matches: Sequence[Match]) -> str:
    """Why no classic was taken."""
    if not matches and is_foreign(problem):
        return "known problems are found by English words alone"
    if not matches:
        return "the words do not clearly name a known problem"
    names = ", ".join(match.pattern.name for match in matches[:3])
    return f"no known problem passes every example (tried: {names})"


def why_not_covered(classic: Classic) -> str:
    """Why a classic was not taken that no example confirms and whose words are not all of the problem's."""
    words = ", ".join(word for clause in classic.left for word in clause.words)
    return f"the known problem {classic.match.pattern.name} says nothing about {words!r}, and there is no example"


def beyond_doubt(found: tuple[Match, ...]) -> tuple[Match, ...]:
    """The one classic that the words name, if they name one clearly and no other nearly as well."""
    if not found:
        return ()
    lead = found[0].score - (found[1].score if len(found) > 1 else 0.0)
    clear = found[0].score >= UNSEEN_ABOVE or (found[0].score >= CLASSIC_ABOVE and lead >= CLEAR_LEAD)
    return found[:1] if clear else ()


def classic_note(match: Match, ways: Sequence[Adapted], made: list[Candidate], passing: list[Candidate]) -> str:
    way = ways[made.index(passing[0])]
    changed = "" if way.note == "renamed" else f"; {way.note}"
    return f"known problem used: {match.pattern.name} ({match.reason}{changed})"


def other_classics(
    context: RunContext, function_state: FunctionState, matches: Sequence[Match], taken: Match
) -> tuple[Reading, ...]:
    """Classics that the words name nearly as well as the one taken."""
    return tuple(
        Reading(code=way.code, about=f"whether {taken.pattern.name} or {match.pattern.name} is meant")
        for match in matches
        if match is not taken and match.score > taken.score - CLEAR_LEAD
        for way in adapt(
            match.pattern,
            function_state.specification.signature,
            example_pairs(function_state.cases),
            context.task.problem,
        )
    )
