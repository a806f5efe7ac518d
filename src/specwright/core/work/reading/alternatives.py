"""Several inputs that share one result: `'' or '1h 30m' raises ValueError`, `returns True for "level" and "noon"`.

Values in a row may also be the arguments of one call. They are inputs of their own only if the words say so: `or`
before the last one, `both`, `such as`, or a noun in the plural before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from specwright.core.work.reading.found import Found, found, words
from specwright.core.work.reading.joints import StatedInput, StatedResult, clause_words, is_rich, states
from specwright.core.work.reading.statements import is_error, joint_of, outcome_at
from specwright.core.work.reading.tokens import Piece, Sort, tokens
from specwright.core.work.reading.vocabulary import DENIAL, REASON, RESULT

_OR: Final = words("or oder ou или lub of eller または")
_AND: Final = words("and und et y e en och i и")
_EACH: Final = words("both each either all any neither such like including")
_PLURAL: Final = words(
    "strings words texts inputs values numbers lists arrays names dates times things entries items characters "
    "letters sentences phrases codes keys lines amounts anything everything"
)
_FOR: Final = words("for on given für bei pour para per если для")
_SMALL: Final = words("as a an the input inputs invalid malformed bad example like e.g. i.e. other of")


class _Listed(NamedTuple):
    """Values in a row."""

    items: tuple[Piece, ...]
    last: int
    """The place behind the last one."""
    by_or: bool
    """Whether `or` stands before the last one."""


def alternatives(text: str) -> Iterator[Found]:
    """Return an example for each of several inputs that a sentence gives one result."""
    row = tokens(text)
    at = 0
    while at < len(row):
        read = _stated_before(row, at) or _stated_behind(row, at)
        if read is None:
            at += 1
            continue
        sides, outcome, last = read
        for item in sides:
            end = max(row[last - 1].end, item.end) if item is sides[-1] else item.end
            one = found(text, item.start, end, ((item.value,), {}), outcome.expectation)
            source = f"{item.text} -> {outcome.expectation}"
            yield one._replace(is_prose=True, example=one.example.model_copy(update={"source": source}))
        at = last


def _stated_before(row: Sequence[Piece], at: int) -> tuple[tuple[Piece, ...], StatedResult, int] | None:
    """`"12:60" or "24:00" throws an error`."""
    given = _values(row, at)
    if given is None or len(given.items) < 2:
        return None
    lead = clause_words(row, at)
    apart = given.by_or or lead & (_EACH | _PLURAL) or _word(row, given.last) in _EACH
    if not apart or lead & DENIAL or not all(map(is_rich, given.items)):
        return None
    joint = joint_of(row, given.last)
    outcome = outcome_at(row, joint) if joint is not None else None
    if joint is None or outcome is None:
        return None
    between = row[given.last : joint]
    last = StatedInput(given.last - 1, given.last, (given.items[-1],))
    stated = not lead & RESULT and states(row, last, between, outcome, None)
    return (given.items, outcome, outcome.last) if stated else None


def _stated_behind(row: Sequence[Piece], at: int) -> tuple[tuple[Piece, ...], StatedResult, int] | None:
    """`raises ValueError for "abc" or ""`, `returns True for "level" and "noon"`."""
    raising = is_error(row[at]) and row[at].kind is Sort.WORD and not (at and is_error(row[at - 1]))
    if not raising and row[at].kind is not Sort.VALUE:
        return None
    lead = clause_words(row, at)
    outcome = outcome_at(row, at)
    if outcome is None or lead & DENIAL or not (raising or lead & RESULT):
        return None
    place = outcome.last
    if place >= len(row) or row[place].word not in _FOR:
        return None
    place += 1
    between: list[str] = []
    while place < len(row) and row[place].kind is Sort.WORD and len(between) < 5:
        between.append(row[place].word)
        place += 1
    given = _values(row, place) if place < len(row) else None
    if given is None or not all(map(is_rich, given.items)) or not (set(between) <= _EACH | _PLURAL | _SMALL):
        return None
    several = len(given.items) > 1
    if (several and not _are_alike(given.items)) or (not several and not raising):
        return None
    after = row[given.last] if given.last < len(row) else None
    ends = after is None or after.kind in (Sort.STOP, Sort.BREAK, Sort.LINE, Sort.COMMA) or after.text == ")"
    return (given.items, outcome, given.last) if ends or (after and after.word in REASON | _AND | _OR) else None


def _values(row: Sequence[Piece], at: int) -> _Listed | None:
    """Return the values that stand in a row from this place on, if the first one does."""
    if row[at].kind is not Sort.VALUE:
        return None
    items, last, by_or = [row[at]], at + 1, False
    while True:
        place = last
        comma = place < len(row) and row[place].kind is Sort.COMMA
        place += comma
        word = _word(row, place)
        place += word in _OR | _AND
        joined = comma or word in _OR | _AND
        if not joined or place >= len(row) or row[place].kind is not Sort.VALUE:
            return _Listed(tuple(items), last, by_or)
        by_or = word in _OR
        items.append(row[place])
        last = place + 1


def _are_alike(items: Sequence[Piece]) -> bool:
    return len({type(item.value) for item in items}) == 1


def _word(row: Sequence[Piece], at: int) -> str:
    return row[at].word if at < len(row) else ""
