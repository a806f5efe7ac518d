"""A problem's text in pieces: values, calls, names, signs and words.

One grammar reads every value. A name that a line before has given a value stands for it: `s = "ab"`, then `f(s) -> 2`.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from itertools import islice
from typing import Any, Final, NamedTuple

from specwright.core.program.data import Data
from specwright.core.work.reading.found import words
from specwright.core.work.reading.literals import Arguments, Literal, arguments, closing, literal, literal_end, split
from specwright.core.work.reading.vocabulary import RESULT

MOST: Final = 4000
"""Tokens of one text that are looked at."""
PRINTING: Final = words("print println printf log puts echo writeline")
_GROWTH: Final = frozenset({"O", "o", "Theta", "Omega"})
_IN_FORMULAS: Final = words("sqrt log log2 log10 ln exp sin cos tan asin acos atan floor ceil pow")


class Sort(Enum):
    READ = auto()
    """A passage that a reader has read."""
    VALUE = auto()
    NAMED = auto()
    """`name = value`."""
    CALL = auto()
    """A call with nothing but data in it."""
    OPEN = auto()
    """A call with something else in it."""
    BARE = auto()
    """A text between backticks that is no literal."""
    ORDINAL = auto()
    ARROW = auto()
    EQUALS = auto()
    COLON = auto()
    COMMENT = auto()
    COMMA = auto()
    STOP = auto()
    LINE = auto()
    BREAK = auto()
    WORD = auto()
    SIGN = auto()


class Piece(NamedTuple):
    kind: Sort
    start: int
    end: int
    text: str
    value: Any = None
    """The data of a value, the arguments of a call."""
    name: str = ""

    @property
    def is_data(self) -> bool:
        return self.kind in (Sort.VALUE, Sort.NAMED, Sort.BARE)

    @property
    def word(self) -> str:
        return self.text.lower() if self.kind is Sort.WORD else ""

    @property
    def is_part(self) -> bool:
        """Whether it is a number that is a part of something else, which may stand for a text: `$5.00`, `12:30`."""
        return self.kind is Sort.WORD and _PART.fullmatch(self.text) is not None


_BREAK = re.compile(r"[ \t]*\n[ \t>]*(?:\n[ \t>]*)+|[ \t]*(?:```|~~~)[\w-]*[ \t]*\n?|^[ \t]*-{3,}[ \t]*$", re.MULTILINE)
_READ = re.compile(r"\0+(?:\n\0+)*")
_BLANKS = re.compile(r"[ \t]+")
_LINE = re.compile(r"[ \t]*\n[ \t>]*(?:[-*•+]\s+|\(?\d{1,2}[.)]\s+|[a-z]\)\s+|\|)?")
_ARROW = re.compile(r"-{1,3}>|={1,3}>|→|⇒|➞|↦|⟶|⟹|≡|⟼|\|-*>")
_EQUALS = re.compile(r"={1,3}(?![=>])")
_COMMENT = re.compile(r"//+|#(?![\w#])|(?<=\s)--(?=\s)|#(?==?>)")
_STOP = re.compile(r"[.!?;](?=\s|$|\")|[;]")
_WORD = re.compile(r"(?:[^\W\d]|_)[\w']*(?:-[^\W\d]\w*)*|\d[\d.,]{0,60}(?:st|nd|rd|th)\b")
_ABBREVIATED = re.compile(
    r"(?:e\.\s?g\.|i\.\s?e\.|z\.\s?B\.|p\.\s?ej\.|bzw\.|resp\.|etc\.|vs\.|\b(?:pp?|no|nr|vol|ch|sec|fig|ex|cf|ca|approx)\.)",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"(?P<object>[a-z_]\w*\.)?(?:[A-Z]\w*(?:\.|::))*(?P<name>[A-Za-z]\w*[A-Z_]\w*(?= ?\()|[A-Za-z_]\w*(?=\())[ ]?\("
)
"""A call. A space before its bracket is allowed if the name is no word of prose. A call on an object is no example."""
_GIVEN = re.compile(r"(?:(?:const|let|var|int|String|auto|val)\s+)?([A-Za-z_]\w*)\s*(?:=(?![=>])|:=)\s*(?=\S)")
_ASSIGNED = re.compile(r"^[ \t]*(?:>>>|In \[\d+\]:)?[ \t]*([A-Za-z_]\w*)\s*=(?!=)\s*", re.MULTILINE)
_COMPARED = re.compile(r"\s*(?:===?|->|=>|→)")
"""Behind a call: a formula has no such sign, so even `gcd(12, 18) == 6` is an example."""
_MADE = re.compile(
    r"(?:(?:datetime|decimal|dt)\.)?(?:Decimal|date|datetime)\(|[bB]['\"]|(?:np|numpy)\.array\(|"
    r"(?:pd|pandas)\.(?:DataFrame|Series)\("
)
"""A value that code makes of a constructor, or bytes."""
_RECORD = re.compile(r"[A-Z]\w*[a-z]\w*\(")
_WANTS = re.compile(r"(?:==|->|=>|→)\s*$")
_NUMBER = re.compile(r"-?(?:\d|\.\d)")
_PART = re.compile(
    r"[$€£¥₹]\s?\d[\d.,]{0,60}|\d[\d.,]{0,60}\s?[€£¥₹]|\d+[⁰¹²³⁴-⁹]+|\d{1,3}(?:,\d{3})+(?!\d)|\d[\d.]{0,60}\^\d+|\d[\d,.]{0,60}(?:%|(?:st|nd|rd|th)\b|[A-Za-z])|\d+(?:[-/:.]\d+){2,}|\d+[:/]\d+"
)
"""A number that is a part of something else: 10^5, 5th, 3x, 1.2.3, 10:30, $5.00."""
_RETURNS = re.compile(r"\b(?:returns?|gives?)$")
_NUMBERED = re.compile(r"\d\s*[:：.)]?\s*(?:\n|[:：)])|\d\s*[:：]")
_HEADED = re.compile(
    r"(?:examples?|samples?|cases?|tests?|inputs?|outputs?|beispiel|exemple|ejemplo|示例|例)\s*#?\s*$", re.IGNORECASE
)
"""A number that counts examples: `Example 2:`."""
_TRUTH = re.compile(r"(?:True|False|None|true|false|null|nil|undefined|NaN)\b")
_SPAN = re.compile(r"`([^`\n]{1,80})`")


_GAPS: Final = ((Sort.READ, _READ), (Sort.BREAK, _BREAK), (Sort.LINE, _LINE))
_SIGNS: Final = ((Sort.ARROW, _ARROW), (Sort.COMMENT, _COMMENT), (Sort.EQUALS, _EQUALS))
_POINTS: Final = (
    (Sort.COMMA, re.compile(",")), (Sort.COLON, re.compile(":")), (Sort.STOP, _STOP), (Sort.SIGN, re.compile(r"\S")),
)  # fmt: skip


def tokens(text: str) -> list[Piece]:
    """Return the tokens of a text, in its order."""
    found: list[Piece] = []
    known: dict[str, Data] = {}
    for token in _scan(text, known, _opening(text)):
        found.append(token)
        if len(found) >= MOST:
            break
        if token.kind is Sort.NAMED:
            known[token.name] = token.value
    return found


def _opening(text: str) -> dict[int, re.Match[str]]:
    """Return the texts between backticks by the place of the first backtick."""
    return {match.start(): match for match in _SPAN.finditer(text)}


def _scan(text: str, known: Mapping[str, Data], spans: Mapping[int, re.Match[str]]) -> Iterator[Piece]:
    at = 0
    while at < len(text):
        span = spans.get(at)
        token = _span(at, span) if span else _next(text, at, known)
        if token is None:
            at = _after_nothing(text, at)
            continue
        yield token
        at = max(token.end, at + 1)


def _after_nothing(text: str, at: int) -> int:
    """Return the next place that may hold a token: no gap begins inside of blanks at whose start none began."""
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at + 1


def _next(text: str, at: int, known: Mapping[str, Data]) -> Piece | None:
    for kind, pattern in _GAPS:
        if text[at] in "\n \t`~-\0" and (match := pattern.match(text, at)):
            return Piece(kind, at, match.end(), "\n")
    if text[at].isspace() or text[at] == "`":
        return None
    if text.startswith(('"""', "'''"), at):
        return Piece(Sort.BREAK, at, at + 3, "\n")
    if match := _ABBREVIATED.match(text, at):
        return Piece(Sort.WORD, at, match.end(), match[0].replace(" ", ""))
    starts = at == 0 or not (text[at - 1].isalnum() or text[at - 1] == "_") or _RETURNS.search(text, max(0, at - 8), at)
    if starts and (text[at].isalpha() or text[at] == "_"):
        return _name(text, at, known)
    return _sign(text, at, _SIGNS) or (_value(text, at) if starts else None) or _sign(text, at, _POINTS)


def _sign(text: str, at: int, signs: Sequence[tuple[Sort, re.Pattern[str]]]) -> Piece | None:
    for kind, pattern in signs:
        if match := pattern.match(text, at):
            return Piece(kind, at, match.end(), match[0])
    return None


def _value(text: str, at: int) -> Piece | None:
    """Return the value that begins here; a number that counts or is a part of something is a word."""
    if _NUMBERED.match(text, at) and _HEADED.search(text[max(0, at - 24) : at]):
        return Piece(Sort.WORD, at, at + 1, text[at])
    if (value := _data(text, at)) is not None:
        return Piece(Sort.VALUE, at, value.end, text[at : value.end], value.value)
    if match := _PART.match(text, at):
        kind = Sort.ORDINAL if match[0][-2:] in ("st", "nd", "rd", "th") else Sort.WORD
        return Piece(kind, at, match.end(), match[0])
    return None


def _data(text: str, at: int) -> Literal | None:
    """Return the literal that begins here, if it is one by itself and no part of a word or a unit."""
    char = text[at]
    if char == "'" and not re.match(r"'[^'\n]{0,200}'(?!\w)", text[at : at + 220]):
        return None
    if char.isdigit() or _NUMBER.match(text, at):
        if _PART.match(text, at + (char == "-")):
            return None
        match = re.compile(r"-?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?").match(text, at)
        value = literal(match[0], 0) if match else None
        return Literal(value.value, match.end()) if match and value else None
    if char not in "\"'[({" or text.startswith(('"""', "'''"), at):
        return None
    if char == "(" and (end := closing(text, at)) and "," not in text[at:end]:
        return None
    end = literal_end(text, at)
    value = literal(text[at:end], 0) if end else None
    return Literal(value.value, end) if end and value else None


def _span(at: int, match: re.Match[str]) -> Piece | None:
    """Return what stands between backticks: data, or a text; None if it is to be read as if they were not there."""
    inner = match[1].strip()
    if re.split(r"(?=[A-Z])|_", inner)[0].lower() in RESULT:
        return Piece(Sort.WORD, at, match.end(), re.split(r"(?=[A-Z])|_", inner)[0])
    if re.fullmatch(r"[\w-]+(?: [\w-]+){0,3}", inner) and not _TRUTH.fullmatch(inner) and not _NUMBER.match(inner):
        return Piece(Sort.BARE, at, match.end(), inner, inner)
    return None


def _explains(text: str, at: int, end: int, name: str) -> bool:
    """Return whether words use such a call to explain something: one of the language's own, or one in a formula."""
    in_formula = name in _IN_FORMULAS and text[:at].strip() and not _COMPARED.match(text, end)
    return name in _GROWTH or hasattr(builtins, name) or bool(in_formula)


def _name(text: str, at: int, known: Mapping[str, Data]) -> Piece:
    if _MADE.match(text, at) or (_RECORD.match(text, at) and _WANTS.search(text, max(0, at - 8), at)):
        made = literal(text, at)
        if made is not None:
            return Piece(Sort.VALUE, at, made.end, text[at : made.end], made.value)
    if match := _CALLED.match(text, at):
        end = closing(text, match.end() - 1)
        name = match["name"]
        if end is not None and name.lower() not in PRINTING:
            given = given_arguments(text[match.end() : end - 1], known)
            explains = _explains(text, at, end, name)
            concrete = given is not None and (not explains or bool(given[1])) and not match["object"]
            return Piece(Sort.CALL if concrete else Sort.OPEN, at, end, text[at:end], given, name)
    if match := _TRUTH.match(text, at):
        value = literal(text, at)
        if value is not None:
            return Piece(Sort.VALUE, at, value.end, match[0], value.value)
    if match := _GIVEN.match(text, at):
        value = literal(text, match.end()) or _data(text, match.end())
        if value is not None:
            return Piece(Sort.NAMED, at, value.end, text[at : value.end], value.value, match[1])
    word = _WORD.match(text, at)
    end = word.end() if word else at + 1
    return Piece(Sort.WORD, at, end, text[at:end])


def assigned(text: str) -> dict[str, Data]:
    """Return the names that lines of a text give a value."""
    known: dict[str, Data] = {}
    for line in islice(_ASSIGNED.finditer(text), MOST):
        value = literal(text, line.end())
        if value is not None:
            known[line[1]] = value.value
    return known


def given_arguments(text: str, known: Mapping[str, Data]) -> Arguments | None:
    """Return the arguments of a call; names that were given a value stand for it."""
    given = None if re.search(r"(?<![\d.])\d{1,3},\d{3}(?!\d)", text) else arguments(text)
    if given is not None or not text.strip():
        return given
    values: list[Data] = []
    for part in split(text):
        name = part.strip()
        value = literal(name, 0)
        if name in known:
            values.append(known[name])
        elif value is not None and not name[value.end :].strip():
            values.append(value.value)
        else:
            return None
    return tuple(values), {}
