"""Lists of pairs without quotes: lines below each other with the same word or sign between two words.

* pig becomes igpay            1 — яблоко
* apple becomes appleway       3 — яблока
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import Final

from specwright.core.work.reading.found import MOST, Found, found, words
from specwright.core.work.reading.literals import Arguments, literal
from specwright.core.work.reading.vocabulary import RESULT, WANTED
from specwright.core.work.testcase import Returns

_ARROW: Final = r"-{1,3}>|={1,2}>|→|⇒|➞|↦|⟶|⟹"
_BULLET: Final = r"^[ \t]*(?:[-*•+]\s+|\(?\d{1,2}[.)]\s+)?"
_SIGN: Final = rf"[ \t]+(?P<sign>{_ARROW}|—|–|:|=|[^\W\d_]+(?: (?:into|to|as))?)[ \t]+"
_LINE: Final = re.compile(
    rf"{_BULLET}(?P<left>[^\s|]{{1,60}}){_SIGN}(?P<right>[^\s|]{{1,60}}?)[.,;]?[ \t]*$", re.MULTILINE
)
_SIGNS: Final = ("—", "–", ":", "=")
"""Signs that stand in lists of other things as well: such a list is at most reported."""
_WORD: Final = re.compile(r"[^\W\d_][\w'-]*")
_NUMBERS: Final = words(
    "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand"
)
_ANNOUNCED: Final = re.compile(r"\b(?:for example|for instance|e\.g\.|example:|say)[^.\n]{0,160}", re.IGNORECASE)


def pairs(text: str) -> Iterator[Found]:
    """Return the examples of lists of texts, if each pair is made of much the same letters."""
    for lines in _lists(text):
        if _between(lines[0]) not in _SIGNS and all(_is_akin(line["left"], line["right"]) for line in lines):
            for line in lines:
                given: Arguments = ((line["left"],), {})
                yield found(text, line.start("left"), line.end("right"), given, Returns(value=line["right"]))


def pairs_left(text: str) -> Iterator[tuple[int, int]]:
    """Return the lines of such lists that may be examples."""
    for lines in _lists(text):
        if _between(lines[0]) not in _SIGNS or all(_is_data(line["left"]) for line in lines):
            yield from (line.span() for line in lines)
    for match in islice(_ANNOUNCED.finditer(text), MOST):
        said = [word.lower() for word in re.findall(r"[A-Za-z]+", match[0])]
        numbers = [at for at, word in enumerate(said) if word in _NUMBERS]
        if len(numbers) > 1 and RESULT & set(said[numbers[0] : numbers[-1]]):
            yield match.span()


def _lists(text: str) -> Iterator[Sequence[re.Match[str]]]:
    """Return the lines of each list: two or more below each other with the same word or sign."""
    lines = [line for line in islice(_LINE.finditer(text), MOST) if _is_result(line)]
    starts = [text.count("\n", 0, line.start("left")) for line in lines]
    keys = [(start - at, _between(line)) for at, (start, line) in enumerate(zip(starts, lines, strict=True))]
    for _, numbered in groupby(range(len(lines)), key=lambda at: keys[at]):
        together = [lines[at] for at in numbered]
        if len(together) > 1 and "\0" not in "".join(line[0] for line in together):
            yield together


def _between(line: re.Match[str]) -> str:
    return line["sign"].lower()


def _is_result(line: re.Match[str]) -> bool:
    sign = _between(line)
    return not sign[0].isalpha() or sign.split()[0] in RESULT - WANTED - {"be", "must", "shall", "will", "would"}


def _is_data(text: str) -> bool:
    value = literal(text, 0)
    return value is not None and value.end == len(text)


def _is_akin(one: str, other: str) -> bool:
    """Return whether two words are made of much the same letters."""
    if not (_WORD.fullmatch(one) and _WORD.fullmatch(other)):
        return False
    common = (Counter(one.lower()) & Counter(other.lower())).total()
    return common >= 0.6 * min(len(one), len(other))
