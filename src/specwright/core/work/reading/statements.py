"""Examples in sentences and lines: what goes in, words or a sign, and what comes out.

A statement is a *subject* (calls, or values and named values in a row), a *joint* and a *result*. Which words the joint
has decides whether it states an example. `unread.py` reports data that looks stated and that no statement accounts for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from specwright.core.work.reading.found import Found, found, words
from specwright.core.work.reading.tokens import Piece, Sort, tokens
from specwright.core.work.reading.vocabulary import (
    CONDITION,
    COPULA,
    DENIAL,
    ERROR,
    EXAMPLE,
    JOINS,
    LEAD,
    REASON,
    RESULT,
    WANTED,
    WRONG,
)
from specwright.core.work.testcase import Expectation, Raises, Returns

_LONGEST_JOINT: Final = 12
_NEAR: Final = 60
"""Tokens on either side that are looked at for the words of a sentence or a paragraph."""
_MOST_STRANGE: Final = 4
"""Words of a joint that are neither verbs of a result nor small words."""
_SMALL: Final = words(
    "it you we the a an this that then your my function program i'd i'm i me us back out into in to as of so also "
    "value output result answer result's den wert le la el l' der die das un una eine ein get end up with which and by "
    "now "
    "after like look at one function's both each converted"
)
_ORDER: Final = frozenset(("return", "print", "output", "raise", "throw"))
"""Behind `and`, a second order: `treat "y" as a vowel and return True if there is one`."""
_BEYOND: Final = words(
    "more less fewer higher lower above below over under greater larger smaller older younger later up"
)
_SIZES: Final = words("length size power powers")
_ARTICLES: Final = frozenset(("a", "an", "ein", "eine", "un", "une", "una"))
_FOR: Final = frozenset(("for", "für", "bei", "pour", "para", "per", "dla", "для", "voor", "för"))
_OPERATORS: Final = frozenset("+-*/^%×·<>|&")


class Side(NamedTuple):
    """Tokens that make up what goes in."""

    first: int
    last: int
    """The place behind the last token."""
    items: tuple[Piece, ...]

    @property
    def is_call(self) -> bool:
        return self.items[0].kind is Sort.CALL

    @property
    def is_named(self) -> bool:
        return any(item.kind is Sort.NAMED for item in self.items)

    @property
    def is_rich(self) -> bool:
        """Whether it is more than plain numbers and truth values."""
        return any(map(is_rich, self.items))

    @property
    def is_bare(self) -> bool:
        return any(item.kind is Sort.BARE for item in self.items)


class _Row(list[Piece]):
    """The tokens of a text. A side is a part of each longer one, so values in a row are looked at once."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        super().__init__(pieces)
        self.sides: dict[int, tuple[Side, int]] = {}
        """By the place of each item: the longest side that it is in, and its number there."""


class Comes(NamedTuple):
    expectation: Expectation
    last: int
    """The place behind its last token."""


def is_rich(token: Piece) -> bool:
    return token.kind in (Sort.VALUE, Sort.NAMED) and isinstance(token.value, str | list | dict)


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


def _examples(text: str, row: Sequence[Piece], side: Side, outcome: Comes) -> Iterator[Found]:
    start, end = row[min(side.first, outcome.last - 1)].start, row[max(side.last, outcome.last) - 1].end
    if not side.is_call:
        args = tuple(item.value for item in side.items if item.kind is not Sort.NAMED)
        kwargs = {item.name: item.value for item in side.items if item.kind is Sort.NAMED}
        between = row[side.last : outcome.last]
        signed = any(token.kind in (Sort.ARROW, Sort.COMMENT) for token in between) and _begins(row, side.first)
        yield found(text, start, end, (args, kwargs), outcome.expectation)._replace(is_prose=not signed)
        return
    *others, last = side.items
    for call in others:
        yield found(text, call.start, call.end, call.value, outcome.expectation, call.name)
    yield found(text, last.start if others else start, end, last.value, outcome.expectation, last.name)


def _side(row: _Row, at: int) -> Side | None:
    """Return what may go in, if it begins here: calls, or values in a row."""
    first = row[at]
    if first.kind is not Sort.CALL and not first.is_data:
        return None
    if at not in row.sides:
        places, last = [at], at + 1
        while (more := _joined(row, last) or _equal_call(row, last)) is not None and _alike(first, row[more]):
            places.append(more)
            last = more + 1
        whole = Side(at, last, tuple(row[place] for place in places))
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


def _statement(row: _Row, at: int, stated: Side | None) -> tuple[Side, Comes] | None:
    side = _all_of(row, _side(row, at))
    if side is not None:
        joint = joint_of(row, side.last)
        outcome = outcome_at(row, joint) if joint is not None else None
        if joint is not None and outcome is not None and states(row, side, row[side.last : joint], outcome, stated):
            return side, (outcome if side.is_call else _named_outcome(row, outcome))
        mistaken = _expected_later(row, side) if side.is_call else None
        return (side, mistaken) if mistaken else None
    return None


def _all_of(row: _Row, side: Side | None) -> Side | None:
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
    return Side(side.first, other.last, (*side.items, *other.items))


def _named_outcome(row: Sequence[Piece], outcome: Comes) -> Comes:
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
        if token.is_data or is_error(token):
            return place
        if token.kind is Sort.SIGN and token.text in _OPERATORS:
            return None
    return None


def is_error(token: Piece) -> bool:
    return token.word in ERROR or (token.kind is Sort.WORD and token.text.endswith(("Error", "Exception")))


def outcome_at(row: Sequence[Piece], at: int) -> Comes | None:
    """Return the value, the end of a calculation, or the error that stands here."""
    if is_error(row[at]):
        last = at
        while last + 1 < len(row) and (
            row[last + 1].word in ("a", "an", "with", "the", "ein", "une") or is_error(row[last + 1])
        ):
            last += 1
        kind = next((one.text for one in row[at : last + 1] if one.text.endswith(("Error", "Exception"))), None)
        named = kind if kind and kind[0].isupper() and kind not in ("Error", "Exception") else None
        return Comes(Raises(error=named), last + 1)
    if _is_inside(row, at):
        return None
    place, worked, steps = at, False, 0
    while place + 1 < len(row) and _is_number(row[place]):
        after = row[place + 1]
        if after.kind is Sort.SIGN and after.text in _OPERATORS:
            worked, steps = True, steps + 1
        elif not (after.kind is Sort.EQUALS or (after.kind is Sort.ARROW and steps)):
            break
        if place + 2 >= len(row) or not _is_number(row[place + 2]):
            return None
        place += 2
        worked = worked and after.kind is Sort.SIGN
    if worked or not row[place].is_data or (place + 1 < len(row) and row[place + 1].kind is Sort.ARROW):
        return None
    return Comes(Returns(value=row[place].value), place + 1)


def _is_inside(row: Sequence[Piece], at: int) -> bool:
    """Return whether the value is a part of a list that could not be read, or names the value behind it."""
    before, after = row[at - 1].text if at else "", row[at + 1] if at + 1 < len(row) else None
    alone = before != "(" or (after is not None and after.text == ")")
    return before in ("[", "{") or not alone or (after is not None and after.kind is Sort.VALUE and is_rich(row[at]))


def _is_number(token: Piece) -> bool:
    """Return whether it is a value, or a number of another form within a calculation: 1/4."""
    return token.kind is Sort.VALUE or (token.kind is Sort.WORD and token.text[0].isdigit())


class _Joint(NamedTuple):
    """What the words and signs between the two sides say."""

    words: tuple[str, ...]
    kinds: frozenset[Sort]
    raising: bool

    @property
    def verb(self) -> bool:
        return self.raising or any(word in RESULT for word in self.words)

    @property
    def copula(self) -> bool:
        return any(word in COPULA for word in self.words)

    @property
    def arrow(self) -> bool:
        return Sort.ARROW in self.kinds

    @property
    def strange(self) -> int:
        return sum(word not in RESULT | COPULA | _SMALL for word in self.words)

    @property
    def denies(self) -> bool:
        """Whether it denies the result, gives a reason, or belongs to something else."""
        other = any(word in DENIAL or word in REASON - {"as"} for word in self.words)
        described = any(one in COPULA and two in _ARTICLES for one, two in pairwise(self.words))
        described = described or any(one in JOINS and two in _ORDER for one, two in pairwise(self.words))
        joins = bool(self.words) and all(word in JOINS for word in self.words)
        wrapped = Sort.LINE in self.kinds and not (self.verb and Sort.COMMENT not in self.kinds)
        return other or described or joins or wrapped or Sort.OPEN in self.kinds or self.strange > _MOST_STRANGE

    @property
    def silent(self) -> bool:
        return not self.raising and not self.kinds - {Sort.COMMA, Sort.SIGN, Sort.LINE}


def states(row: Sequence[Piece], side: Side, between: Sequence[Piece], outcome: Comes, stated: Side | None) -> bool:
    """Return whether side, joint and outcome state an example rather than a rule."""
    used = tuple(token.word for token in between if token.kind is Sort.WORD)
    joint = _Joint(used, frozenset(token.kind for token in between), isinstance(outcome.expectation, Raises))
    goes_on = stated is not None and side.last - side.first == 1
    if joint.denies or (joint.silent and not (goes_on and joint.kinds == {Sort.COMMA})):
        return False
    if _is_mistake(row, side, used):
        return False
    if side.is_call:
        marked = joint.kinds & {Sort.EQUALS, Sort.COMMENT, Sort.COLON}
        return joint.arrow or joint.verb or joint.copula or bool(marked)
    lead = clause_words(row, side.first)
    if lead & DENIAL or _is_part(row, side) or _is_count(row, outcome.last) or (used and used[-1] in CONDITION):
        return False
    value = row[outcome.last - 1]
    if side.is_bare != (value.kind is Sort.BARE) and not (side.is_bare and is_rich(value)):
        return False
    if side.is_bare:
        return (joint.arrow or joint.verb) and bool(lead & EXAMPLE) and (value.kind is Sort.BARE or is_rich(value))
    if _is_rule(row, side, lead, used):
        return False
    if stated is not None and side.is_named == stated.is_named and _goes_on(joint):
        return True
    return (
        _of_values(row, side, joint, lead) if side.is_rich or side.is_named else _of_number(row, side, joint, outcome)
    )


def _goes_on(joint: _Joint) -> bool:
    """Return whether it states one more example like the one before it: `and 5 as "five"`."""
    if joint.strange or len(joint.words) > 3:
        return False
    bare = not joint.words and Sort.EQUALS not in joint.kinds
    return joint.arrow or joint.verb or joint.copula or "as" in joint.words or bare


def _of_values(row: Sequence[Piece], side: Side, joint: _Joint, lead: set[str]) -> bool:
    if joint.arrow or joint.verb:
        return True
    if side.is_named:
        return joint.copula and bool(lead & (LEAD | EXAMPLE) or "so" in lead)
    said = bool(lead & _FOR) and not joint.strange and bool(_sentence(row, side.first) & RESULT)
    equal = Sort.EQUALS in joint.kinds and _begins(row, side.first)
    return said or equal or (joint.copula and bool(lead & (LEAD | EXAMPLE)))


def _of_number(row: Sequence[Piece], side: Side, joint: _Joint, outcome: Comes) -> bool:
    """The same for a plain number or truth value, of which texts are full: more must be said around it."""
    lead, begins, rich = clause_words(row, side.first), _begins(row, side.first), is_rich(row[outcome.last - 1])
    if joint.arrow:
        after = row[outcome.last].word if outcome.last < len(row) else ""
        return (begins or bool(lead & EXAMPLE)) and (not after or after in JOINS | REASON | {"for", "if"})
    if Sort.EQUALS in joint.kinds:
        return begins and rich
    announced = bool(lead & (LEAD | EXAMPLE)) or "so" in lead
    return joint.verb and (announced or begins or rich) and joint.strange <= 2


def _is_part(row: Sequence[Piece], side: Side) -> bool:
    """Return whether the values are a part of a calculation, or counted: `x + 3`, `4 people`."""
    before = row[side.first - 1] if side.first else None
    if before and (before.kind in (Sort.EQUALS, Sort.ARROW, Sort.OPEN) or before.text in _OPERATORS):
        return before.text != "-" or not _begins(row, side.first)
    if before and before.text in ("[", "{"):
        return True
    counted = not side.is_rich and _is_count(row, side.last)
    return counted and not (side.last + 1 < len(row) and row[side.last + 1].word in RESULT | COPULA)


def _is_count(row: Sequence[Piece], at: int) -> bool:
    """Return whether the number before this place counts what follows."""
    number = isinstance(row[at - 1].value, int | float) and not isinstance(row[at - 1].value, bool)
    after = row[at].word if at < len(row) else ""
    return (
        number
        and bool(after)
        and after not in RESULT | COPULA | JOINS | REASON | ERROR | _SMALL | {"for", "if", "when"}
    )


def _is_mistake(row: Sequence[Piece], side: Side, used: Sequence[str]) -> bool:
    """Return whether a report of a mistake states what comes out today."""
    return bool(_paragraph(row, side.first) & WRONG) and not any(word in WANTED for word in used)


def _paragraph(row: Sequence[Piece], at: int) -> set[str]:
    first, last = at, at
    while first > max(0, at - _NEAR) and row[first - 1].kind is not Sort.BREAK:
        first -= 1
    while last < min(len(row), at + _NEAR) and row[last].kind is not Sort.BREAK:
        last += 1
    return {token.word for token in row[first:last]}


def _sentence(row: Sequence[Piece], at: int) -> set[str]:
    """Return the words of the sentence that this place is in."""
    ends = (Sort.BREAK, Sort.STOP)
    nearest, farthest = max(0, at - _NEAR), min(len(row), at + _NEAR)
    first = next((place + 1 for place in range(at - 1, nearest - 1, -1) if row[place].kind in ends), nearest)
    last = next((place for place in range(at, farthest) if row[place].kind in ends), farthest)
    return {token.word for token in row[first:last]}


def _expected_later(row: Sequence[Piece], side: Side) -> Comes | None:
    """Return what a report of a mistake wants instead: `f(1) returns 2. Expected 3.`"""
    if not _paragraph(row, side.first) & WRONG:
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


def _is_rule(row: Sequence[Piece], side: Side, lead: set[str], used: Sequence[str]) -> bool:
    """Return whether it is a rule about one plain value: `if n is 0, return 1`, `more than 3 gives 1`."""
    before = _word_before(row, side.first)
    if side.is_rich and not side.is_named:
        return before in RESULT - WANTED - {"get", "gets", "got"} or (
            bool(lead & RESULT - WANTED) and not lead & (LEAD | EXAMPLE)
        )
    if _is_class(row, side.first, used):
        return True
    conditional = bool(lead & {"if", "when", "otherwise", "unless", "until"})
    direct = bool(used) and used[0] in ("return", "returns", "give", "gives", "then")
    return (
        before in CONDITION | {"by", "to"}
        or before in RESULT - WANTED - {"get", "gets", "got"}
        or (conditional and direct and not side.is_rich)
    )


def _is_class(row: Sequence[Piece], at: int, used: Sequence[str]) -> bool:
    """Return whether a plain value stands for many: `multiples of 3 give "Fizz"`, `scores of 90 or more give "A"`."""
    before = [token.word for token in row[max(0, at - 2) : at]]
    of_many = bool(before) and (before[-1] in _SIZES or (before[-1] == "of" and before[0] in CONDITION | _SIZES))
    return of_many or bool(_BEYOND & {*used[:1], *(two for one, two in pairwise(used) if one in JOINS)})


def _word_before(row: Sequence[Piece], at: int) -> str:
    """Return the word before a side, without article and without what it is called."""
    skipped = words("the a an either string value word text number list array")
    place = at - 1
    while place >= 0 and row[place].word in skipped:
        place -= 1
    return row[place].word if place >= 0 else ""


def clause_words(row: Sequence[Piece], at: int) -> set[str]:
    """Return the words before a side, in its clause."""
    lead: set[str] = set()
    for place in range(at - 1, max(-1, at - 9), -1):
        token = row[place]
        if token.kind in (Sort.STOP, Sort.BREAK, Sort.VALUE, Sort.CALL, Sort.NAMED) or token.text == ")":
            break
        if token.kind is Sort.LINE and row[place - 1].kind is not Sort.COLON and row[place - 1].word not in EXAMPLE:
            break
        if token.kind is Sort.WORD:
            lead.add(token.word)
    return lead


def _begins(row: Sequence[Piece], at: int) -> bool:
    """Return whether a line, a sentence, a list or a bracket begins here."""
    if at == 0:
        return True
    before = row[at - 1]
    return before.kind in (
        Sort.LINE,
        Sort.BREAK,
        Sort.STOP,
        Sort.COLON,
        Sort.COMMENT,
    ) or before.text in (
        "(",
        "|",
        "•",
        "-",
    )


def _reversed(row: _Row, at: int) -> tuple[Side, Comes] | None:
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
    first = Side(side.first, side.first + 1, side.items[:1]) if not side.is_named else side
    return first, Comes(Returns(value=row[at].value), at + 1)
