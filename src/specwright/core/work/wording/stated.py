"""Whether words of the problem state a call and its result: what a model claims is checked against the words.

`Anything else, such as '' or '1h 30m', raises ValueError` states two, and `an empty list gives 0` states one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Final

from specwright.core.program.data import Data, show
from specwright.core.work.reading.plain import plain
from specwright.core.work.testcase import Expectation, Raises

_LONGEST: Final = 240
"""Characters of the words. Longer ones hold values that do not belong together."""
_MOST: Final = 8
"""Places of one value that are tried."""
_DENIED: Final = re.compile(r"\b(?:not|never|except|unless|unlike)\b|n't\b", re.IGNORECASE)
_FAILS: Final = re.compile(
    r"\b(?:rais\w*|throw\w*|reject\w*|error\w*|exception\w*|fail\w*|panic\w*|invalid|illegal)\b", re.IGNORECASE
)
_EMPTY: Final = r"\b[Ee]mpty\b|\b[Nn]o [a-z]+|\b[Nn]othing\b|\b[Bb]lank\b"
_IN_WORDS: Final = {
    "[]": _EMPTY,
    "''": _EMPTY,
    "{}": _EMPTY,
    "0": r"\b[Zz]ero\b",
    "None": r"\b(?:[Nn]one|null|nil|[Nn]othing)\b",
}


def is_stated(problem: str, quote: str | None, inputs: Mapping[str, Data], expected: Expectation) -> bool:
    """Return whether the problem contains the quoted words, and they name every input and the result, each by itself.

    Else a writer could give its own guess the weight of the problem's words.
    """
    words = plain(quote or "").strip()
    if not words or len(words) > _LONGEST or _DENIED.search(words) or _squeezed(words) not in _squeezed(plain(problem)):
        return False
    results = _ends(words, expected)
    return any(_apart(words, list(inputs.values()), [result]) for result in results)


def _ends(words: str, expected: Expectation) -> Iterable[re.Match[str]]:
    """Return where the words name the result: the value, or that it is an error, of this kind if one is named."""
    if not isinstance(expected, Raises):
        return _named(words, expected.value)
    kinds = re.findall(r"\b[A-Z]\w*(?:Error|Exception)\b", words)
    return _FAILS.finditer(words) if expected.error is None or expected.error in kinds else ()


def _apart(words: str, values: list[Data], taken: list[re.Match[str]]) -> bool:
    """Return whether the words name every value at a place of its own."""
    if not values:
        return True
    first, *others = values
    return any(
        _apart(words, others, [*taken, place])
        for place in islice(_named(words, first), _MOST)
        if all(place.end() <= other.start() or place.start() >= other.end() for other in taken)
    )


def _named(words: str, value: Data) -> Iterator[re.Match[str]]:
    """Return where the words name the value by itself, not as a part of a longer number or word."""
    shown = _squeezed(show(value))
    bare = shown[1:-1] if isinstance(value, str) else shown
    forms = {shown, bare, shown.replace("'", '"'), shown.lower(), shown.replace("None", "null")} - {""}
    for form in sorted(forms, key=len, reverse=True):
        spaced = r"\s*".join(map(re.escape, form))
        yield from re.finditer(rf"(?<![\w.-]){spaced}(?!\w|\.\d)", words)
    if pattern := _IN_WORDS.get(shown):
        yield from re.finditer(pattern, words)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)
