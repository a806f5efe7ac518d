"""Whether a subject, a joint and a result state an example, or a rule, a count or a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from specwright.core.work.reading.found import words
from specwright.core.work.reading.tokens import Piece, Sort
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
from specwright.core.work.testcase import Expectation, Raises

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
PARTS: Final = words("columns fields keys attributes headers headings")
"""What is named by the values behind such a word is a part of the data: `a table with the columns 'a' and 'b'`."""
PART: Final = PARTS | words("column field key attribute header heading")
_ORDER: Final = frozenset(("return", "print", "output", "raise", "throw"))
"""Behind `and`, a second order: `treat "y" as a vowel and return True if there is one`."""
_BEYOND: Final = words(
    "more less fewer higher lower above below over under greater larger smaller older younger later up"
)
_HOLDS: Final = words(
    "without containing contains contain lacking lacks between after before until behind starting beginning ending "
    "starts begins ends start begin end followed preceded surrounded wrapped"
)
_NOUNS: Final = words("the a an either string value word text number list array letter letters character characters")
_BEFORE: Final = words("by in as with first last only")
_GIVEN: Final = words("input value argument number")
_SIZES: Final = words("length size power powers")
_ARTICLES: Final = frozenset(("a", "an", "ein", "eine", "un", "une", "una"))
_FOR: Final = frozenset(("for", "für", "bei", "pour", "para", "per", "dla", "для", "voor", "för"))
OPERATORS: Final = frozenset("+-*/^%×·<>|&")


class StatedInput(NamedTuple):
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


class StatedResult(NamedTuple):
    expectation: Expectation
    last: int
    """The place behind its last token."""


def is_rich(token: Piece) -> bool:
    return token.kind in (Sort.VALUE, Sort.NAMED) and isinstance(token.value, str | list | dict)


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
        last = len(self.words) - (self.raising and self.words[-1:] != () and self.words[-1] in _ARTICLES)
        described = any(one in COPULA and two in _ARTICLES for one, two in pairwise(self.words[:last]))
        described = described or any(one in JOINS and two in _ORDER for one, two in pairwise(self.words))
        joins = bool(self.words) and all(word in JOINS for word in self.words)
        wrapped = Sort.LINE in self.kinds and not (self.verb and Sort.COMMENT not in self.kinds)
        return other or described or joins or wrapped or Sort.OPEN in self.kinds or self.strange > _MOST_STRANGE

    @property
    def silent(self) -> bool:
        return not self.raising and not self.kinds - {Sort.COMMA, Sort.SIGN, Sort.LINE}


def states(
    row: Sequence[Piece], side: StatedInput, between: Sequence[Piece], outcome: StatedResult, stated: StatedInput | None
) -> bool:
    """Return whether side, joint and outcome state an example rather than a rule."""
    used = tuple(token.word for token in between if token.kind is Sort.WORD)
    joint = _Joint(used, frozenset(token.kind for token in between), isinstance(outcome.expectation, Raises))
    goes_on = stated is not None and side.last - side.first == 1
    if joint.denies or (joint.silent and not (goes_on and joint.kinds == {Sort.COMMA})):
        return False
    if _is_mistake(row, side, used) or _names_parts(row, side, joint):
        return False
    if side.is_call:
        if Sort.COMMENT in joint.kinds and not joint.verb and _is_count(row, outcome.last):
            return False
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


def _names_parts(row: Sequence[Piece], side: StatedInput, joint: _Joint) -> bool:
    """Return whether the values are names of columns, fields or keys."""
    behind = joint.words[-1] in PART if joint.words else False
    return not joint.arrow and (behind or _word_before(row, side.first) in PARTS)


def _goes_on(joint: _Joint) -> bool:
    """Return whether it states one more example like the one before it: `and 5 as "five"`."""
    if joint.strange or len(joint.words) > 3:
        return False
    bare = not joint.words and Sort.EQUALS not in joint.kinds
    return joint.arrow or joint.verb or joint.copula or "as" in joint.words or bare


def _of_values(row: Sequence[Piece], side: StatedInput, joint: _Joint, lead: set[str]) -> bool:
    if joint.arrow or joint.verb:
        return True
    if side.is_named:
        return joint.copula and bool(lead & (LEAD | EXAMPLE) or "so" in lead)
    said = bool(lead & _FOR) and not joint.strange and bool(_sentence(row, side.first) & RESULT)
    equal = Sort.EQUALS in joint.kinds and begins(row, side.first)
    return said or equal or (joint.copula and bool(lead & (LEAD | EXAMPLE)))


def _of_number(row: Sequence[Piece], side: StatedInput, joint: _Joint, outcome: StatedResult) -> bool:
    """The same for a plain number or truth value, of which texts are full: more must be said around it."""
    lead, opens, rich = clause_words(row, side.first), begins(row, side.first), is_rich(row[outcome.last - 1])
    if joint.arrow:
        after = row[outcome.last].word if outcome.last < len(row) else ""
        return (opens or bool(lead & EXAMPLE)) and (not after or after in JOINS | REASON | {"for", "if"})
    if Sort.EQUALS in joint.kinds:
        return opens and rich
    announced = bool(lead & (LEAD | EXAMPLE)) or "so" in lead
    return joint.verb and (announced or opens or rich) and joint.strange <= 2


def _is_part(row: Sequence[Piece], side: StatedInput) -> bool:
    """Return whether the values are a part of a calculation, or counted: `x + 3`, `4 people`."""
    before = row[side.first - 1] if side.first else None
    if before and (before.kind in (Sort.EQUALS, Sort.ARROW, Sort.OPEN) or before.text in OPERATORS):
        return before.text != "-" or not begins(row, side.first)
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


def _is_mistake(row: Sequence[Piece], side: StatedInput, used: Sequence[str]) -> bool:
    """Return whether a report of a mistake states what comes out today."""
    return bool(paragraph(row, side.first) & WRONG) and not any(word in WANTED for word in used)


def paragraph(row: Sequence[Piece], at: int) -> set[str]:
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


def _is_rule(row: Sequence[Piece], side: StatedInput, lead: set[str], used: Sequence[str]) -> bool:
    """Return whether it is a rule about one plain value: `if n is 0, return 1`, `more than 3 gives 1`."""
    before = _word_before(row, side.first)
    if side.is_rich and not side.is_named:
        return (
            is_within(row, side.first)
            or before in RESULT - WANTED - {"get", "gets", "got"}
            or (bool(lead & RESULT - WANTED) and not lead & (LEAD | EXAMPLE | {"so"}))
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


def is_within(row: Sequence[Piece], at: int) -> bool:
    """Return whether the value is a part of what is spoken of: `a key without "="`, `lines that start with "#"`."""
    place = at - 1
    while place >= 0 and (row[place].word in _NOUNS or row[place].word in _BEFORE):
        place -= 1
    return place >= 0 and row[place].word in _HOLDS


def _is_class(row: Sequence[Piece], at: int, used: Sequence[str]) -> bool:
    """Return whether a plain value stands for many: `multiples of 3 give "Fizz"`, `a width of 0 gives "B"`."""
    before = [token.word for token in row[max(0, at - 3) : at]]
    noun = before[-2] if before[-1:] == ["of"] and len(before) > 1 else ""
    of_some = noun in CONDITION or (bool(noun) and before[0] in _ARTICLES and noun not in _GIVEN)
    of_many = bool(before) and (before[-1] in _SIZES or of_some or noun in _SIZES)
    return of_many or bool(_BEYOND & {*used[:1], *(two for one, two in pairwise(used) if one in JOINS)})


def _word_before(row: Sequence[Piece], at: int) -> str:
    """Return the word before a side, without article and without what it is called."""
    place = at - 1
    while place >= 0 and row[place].word in _NOUNS:
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


def begins(row: Sequence[Piece], at: int) -> bool:
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
