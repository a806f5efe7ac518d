"""Examples in sentences and lines: what goes in, words or a sign, and what comes out.

A statement is a *subject* (calls, or values and named values in a row), a *joint* and a *result*. Which words the joint
has decides whether it states an example. `unread.py` reports data that looks stated and that no statement accounts for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from specwright.core.work.reading.found import Found, found, words
from specwright.core.work.reading.joints import (
    OPERATORS,
    StatedInput,
    StatedResult,
    begins,
    clause_words,
    is_rich,
    paragraph,
    states,
)
from specwright.core.work.reading.tokens import Piece, Sort, tokens
from specwright.core.work.reading.vocabulary import (
    COPULA,
    ERROR,
    LEAD,
    REASON,
    RESULT,
    WANTED,
    WRONG,
)
from specwright.core.work.testcase import Raises, Returns

_LONGEST_JOINT: Final = 12
_EMPTY: Final[tuple[tuple[Any, frozenset[str]], ...]] = (
    ([], words("list array")), ("", words("string text str")), ({"$map": []}, words("dict dictionary map object")),
)  # fmt: skip
_INSTEAD: Final = words("should expected expect must ought supposed want wanted")


class _Row(list[Piece]):
    """The tokens of a text. A side is a part of each longer one, so values in a row are looked at once."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        super().__init__(pieces)
        self.sides: dict[int, tuple[StatedInput, int]] = {}
        """By the place of each item: the longest side that it is in, and its number there."""


def statements(text: str) -> Iterator[Found]:
    """Return the examples that the sentences and lines of a text state."""
    row = _Row(tokens(text))
    at, stated = 0, None
    while at < len(row):
        if row[at].kind is Sort.BREAK or (row[at].kind is Sort.STOP and row[at].text != ";"):
            stated = None
        read = _reversed(row, at) or _statement(row, at, stated)
        if read is None:
            side = _side(row, at)
            at = side.last if side and side.is_call else at + 1
            continue
        side, outcome = read
        stated = side
        yield from _examples(text, row, side, outcome)
        at = _behind(row, max(side.last, outcome.last))


def _behind(row: Sequence[Piece], at: int) -> int:
    """Return the place behind what explains an example: a comment, a reason, a remark in brackets."""
    if at >= len(row):
        return at
    ends = (Sort.LINE, Sort.BREAK) if row[at].kind is Sort.COMMENT else (Sort.LINE, Sort.BREAK, Sort.STOP)
    if row[at].kind is not Sort.COMMENT and row[at].word not in REASON - {"as"}:
        return at
    return next((place for place in range(at, len(row)) if row[place].kind in ends), len(row))


def _examples(text: str, row: Sequence[Piece], side: StatedInput, outcome: StatedResult) -> Iterator[Found]:
    start, end = row[min(side.first, outcome.last - 1)].start, row[max(side.last, outcome.last) - 1].end
    if not side.is_call:
        args = tuple(item.value for item in side.items if item.kind is not Sort.NAMED)
        kwargs = {item.name: item.value for item in side.items if item.kind is Sort.NAMED}
        between = row[side.last : outcome.last]
        signed = any(token.kind in (Sort.ARROW, Sort.COMMENT) for token in between) and begins(row, side.first)
        yield found(text, start, end, (args, kwargs), outcome.expectation)._replace(is_prose=not signed)
        return
    *others, last = side.items
    for call in others:
        yield found(text, call.start, call.end, call.value, outcome.expectation, call.name)
    yield found(text, last.start if others else start, end, last.value, outcome.expectation, last.name)


def _side(row: _Row, at: int) -> StatedInput | None:
    """Return what may go in, if it begins here: calls, or values in a row."""
    first = row[at]
    if first.kind is not Sort.CALL and not first.is_data:
        return None
    if at not in row.sides:
        places, last = [at], at + 1
        while (more := _joined(row, last) or _equal_call(row, last)) is not None and _alike(first, row[more]):
            places.append(more)
            last = more + 1
        whole = StatedInput(at, last, tuple(row[place] for place in places))
        row.sides.update({place: (whole, number) for number, place in enumerate(places)})
    whole, number = row.sides[at]
    return whole._replace(first=at, items=whole.items[number:])


def _alike(one: Piece, other: Piece) -> bool:
    return other.kind is Sort.CALL and other.name == one.name if one.kind is Sort.CALL else other.is_data


def _equal_call(row: Sequence[Piece], at: int) -> int | None:
    """Return the place of a call that is stated to give the same: `f(0) = f(1) = 1`."""
    same = at + 1 < len(row) and row[at].kind is Sort.EQUALS and row[at + 1].kind is row[at - 1].kind is Sort.CALL
    return at + 1 if same else None


def _joined(row: Sequence[Piece], at: int) -> int | None:
    """Return the place behind a comma, an `and`, or the end of a line between named values."""
    place = at
    while place < len(row) and (
        row[place].kind is Sort.COMMA or row[place].word in ("and", "et", "und", "y", "with", "i")
    ):
        place += 1
    if place == at and place + 1 < len(row) and row[place].kind is Sort.LINE:
        place += row[place - 1].kind is Sort.NAMED and row[place + 1].kind is Sort.NAMED
    if place == at and place < len(row) and not (row[place].kind is Sort.NAMED and row[place - 1].kind is Sort.NAMED):
        return None
    return place if place < len(row) else None


def _statement(row: _Row, at: int, stated: StatedInput | None) -> tuple[StatedInput, StatedResult] | None:
    side = _all_of(row, _side(row, at))
    if side is not None:
        joint = joint_of(row, side.last)
        outcome = outcome_at(row, joint) if joint is not None else None
        if joint is not None and outcome is not None and states(row, side, row[side.last : joint], outcome, stated):
            return side, (_corrected(row, outcome) if side.is_call else _named_outcome(row, outcome))
        mistaken = _expected_later(row, side) if side.is_call else None
        return (side, mistaken) if mistaken else None
    return None


def _all_of(row: _Row, side: StatedInput | None) -> StatedInput | None:
    """Return the side with what is joined to it by `and` and a few words: `the list [1, 2] and a limit of 3`."""
    if side is None or side.is_call or not clause_words(row, side.first) & LEAD:
        return side
    place = side.last
    while place < len(row) and row[place].kind in (Sort.COMMA, Sort.WORD) and place < side.last + 6:
        place += 1
    between = {token.word for token in row[side.last : place]}
    joined = between & {"and", "with", "und", "et", "y"} and not between & (RESULT | COPULA | ERROR)
    other = _side(row, place) if joined and place < len(row) else None
    if other is None or other.is_call or other.is_bare or place == side.last:
        return side
    return StatedInput(side.first, other.last, (*side.items, *other.items))


def _corrected(row: Sequence[Piece], outcome: StatedResult) -> StatedResult:
    """Return what should come out instead, if the same line says so: `prints 2, should print 4`."""
    wanted = None
    for place in range(outcome.last, min(len(row), outcome.last + _LONGEST_JOINT)):
        token = row[place]
        if token.kind in (Sort.LINE, Sort.BREAK, Sort.CALL, Sort.NAMED) or token.word in REASON:
            break
        wanted = place if wanted is None and token.word in _INSTEAD else wanted
        if wanted is not None and (token.is_data or is_error(token)):
            return outcome_at(row, place) or outcome
    return outcome


def _named_outcome(row: Sequence[Piece], outcome: StatedResult) -> StatedResult:
    """Return what the rest of the sentence calls the output, if it does: `the sum is 6, the output should be "110"`."""
    called = False
    for place in range(outcome.last, min(len(row), outcome.last + _LONGEST_JOINT)):
        token = row[place]
        if token.kind in (Sort.STOP, Sort.BREAK, Sort.CALL, Sort.NAMED) or token.word in LEAD:
            break
        called = called or token.word in ("output", "result", "answer")
        if token.kind is Sort.VALUE:
            later = outcome_at(row, place) if called else None
            return later or outcome
    return outcome


def joint_of(row: Sequence[Piece], at: int) -> int | None:
    """Return the place at which what comes out begins; None if nothing comes out of this side."""
    for place in range(at, min(len(row), at + _LONGEST_JOINT)):
        token = row[place]
        after = row[place + 1] if place + 1 < len(row) else None
        if token.text == ";" and after and (after.kind in (Sort.COMMENT, Sort.ARROW) or after.word in WANTED):
            continue
        if token.kind in (Sort.STOP, Sort.BREAK, Sort.CALL, Sort.NAMED):
            return None
        if token.is_data or is_error(token) or empty_at(row, place):
            return place
        if token.is_part:
            return None
        if token.kind is Sort.SIGN and token.text in OPERATORS:
            return None
    return None


def is_error(token: Piece) -> bool:
    return token.word in ERROR or (token.kind is Sort.WORD and token.text.endswith(("Error", "Exception")))


def outcome_at(row: Sequence[Piece], at: int) -> StatedResult | None:
    """Return the value, the end of a calculation, or the error that stands here."""
    if is_error(row[at]):
        last = at
        while last + 1 < len(row) and (
            row[last + 1].word in ("a", "an", "with", "the", "ein", "une") or is_error(row[last + 1])
        ):
            last += 1
        kind = next((one.text for one in row[at : last + 1] if one.text.endswith(("Error", "Exception"))), None)
        named = kind if kind and kind[0].isupper() and kind not in ("Error", "Exception") else None
        return StatedResult(Raises(error=named), last + 1)
    if (empty := empty_at(row, at)) is not None:
        return empty
    if _is_inside(row, at):
        return None
    place, worked, steps = at, False, 0
    while place + 1 < len(row) and _is_number(row[place]):
        after = row[place + 1]
        if after.kind is Sort.SIGN and after.text in OPERATORS:
            worked, steps = True, steps + 1
        elif not (after.kind is Sort.EQUALS or (after.kind is Sort.ARROW and steps)):
            break
        if place + 2 >= len(row) or not _is_number(row[place + 2]):
            return None
        place += 2
        worked = worked and after.kind is Sort.SIGN
    if worked or not row[place].is_data or (place + 1 < len(row) and row[place + 1].kind is Sort.ARROW):
        return None
    return StatedResult(Returns(value=row[place].value), place + 1)


def empty_at(row: Sequence[Piece], at: int) -> StatedResult | None:
    """Return the value of `empty list` or `empty text`."""
    kind = row[at + 1].word if row[at].word == "empty" and at + 1 < len(row) else ""
    value = next((value for value, names in _EMPTY if kind in names), None)
    return None if value is None else StatedResult(Returns(value=value), at + 2)


def _is_inside(row: Sequence[Piece], at: int) -> bool:
    """Return whether the value is a part of a list that could not be read, or names the value behind it."""
    before, after = row[at - 1].text if at else "", row[at + 1] if at + 1 < len(row) else None
    alone = before != "(" or (after is not None and after.text == ")")
    return before in ("[", "{") or not alone or (after is not None and after.kind is Sort.VALUE and is_rich(row[at]))


def _is_number(token: Piece) -> bool:
    """Return whether it is a value, or a number of another form within a calculation: 1/4."""
    return token.kind is Sort.VALUE or (token.kind is Sort.WORD and token.text[0].isdigit())


def _expected_later(row: Sequence[Piece], side: StatedInput) -> StatedResult | None:
    """Return what a report of a mistake wants instead: `f(1) returns 2. Expected 3.`"""
    if not paragraph(row, side.first) & WRONG:
        return None
    wanted = False
    for place in range(side.last, min(len(row), side.last + 30)):
        token = row[place]
        if token.kind in (Sort.BREAK, Sort.CALL):
            return None
        wanted = wanted or token.word in WANTED
        if wanted and token.kind is Sort.VALUE:
            return outcome_at(row, place)
    return None


def _reversed(row: _Row, at: int) -> tuple[StatedInput, StatedResult] | None:
    """Return an example that states first what comes out: `returns True for "level"`."""
    if (
        row[at].kind is not Sort.VALUE
        or at + 2 >= len(row)
        or row[at + 1].word not in ("for", "für", "pour", "para", "bei", "dla")
    ):
        return None
    place = at + 2
    while place < len(row) and row[place].kind is Sort.WORD and place < at + 5:
        place += 1
    side = _side(row, place) if place < len(row) else None
    stated = clause_words(row, at) & RESULT or isinstance(row[at].value, bool)
    if side is None or not stated or not (side.is_call or side.is_named or side.is_rich) or side.is_bare:
        return None
    first = StatedInput(side.first, side.first + 1, side.items[:1]) if not side.is_named else side
    return first, StatedResult(Returns(value=row[at].value), at + 1)
