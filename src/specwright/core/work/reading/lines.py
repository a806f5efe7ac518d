"""Examples in the form `arguments -> value`, as lines of their own or announced in a sentence; and in prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from specwright.core.work.reading.found import MOST, Found, found, wanted
from specwright.core.work.reading.literals import arguments

_MOST_ARROWS: Final = 8
_LONGEST_LINE: Final = 20_000
HEADING: Final = (
    r"(?:(?:for\s+)?(?:examples?|instance)\s*\d*\s*(?::|,)|e\.g\.,?:?|i\.e\.,?|beispiele?\s*:|z\.\s?B\.|"
    r"(?:par\s+)?exemples?\s*[:,]|(?:por\s+)?ejemplos?\s*[:,]|esempio\s*:|пример\w*\s*:|例如?\s*[:,]?|例\s*:)\s*"
)
_BULLET = re.compile(rf"^\s*(?:[-*•]\s+|\(?\d+[.)]\s+|[a-z]\)\s+)?(?:{HEADING})?", re.IGNORECASE)
_IN_PROSE = re.compile(
    rf"(?<!\w){HEADING}|(?:[.:;!?]\s+|\()(?=`?(?:[A-Za-z_]\w*\s*=[^=]|[\[({{\"'\d-]))|\bturns?\s+|\b(?:so|like|say)\s+(?=[\[\"'\d-])",
    re.IGNORECASE,
)
"""Places in a line at which an example may begin: behind a word that announces one, a stop, or with a named
argument."""
_AND_ANOTHER = re.compile(r"\s*`?\s*(?:;|,(?:\s+and\b|\s+while\b)?|\s+and\b|\s+while\b|\.(?=\s+[\[\"'\d-]))\s*")
ARROW = re.compile(
    r"-{1,3}>|={1,2}>|→|⇒|➞|↦|⟶|⟹|={2,3}(?!=)|(?<=[\]\"'}])\s{0,3}=(?![=>])|\braises\b|\b(?:becomes|into|gives|yields|"
    r"returns|produces|evaluates to|results in|"
    r"(?:should|must|will|would|has to|needs to)\s+(?:return|give|yield|produce|become|be|output|result in))\b"
    r"(?:\s+(?:me|you|us|back)\b)?"
)
_AFTER = re.compile(
    r"\s*`?\s*(?:[.,;:)\]!?]|$|\n|and\b|but\b|while\b|whereas\b|because\b|since\b|for\b(?=\s*[\[\"'\d-])|//|#)"
)

_LEAD = re.compile(
    r"\b(?:given|for|if|when|with|(?:pass|feed|enter|supply|provid|giv)(?:ing|e)?(?:\s+(?:it|in))?|"
    r"call(?:ing|ed)?\s+(?:it\s+|this\s+)?(?:with|on)|input of|inputs? is|inputs? are|inputs?)\b\s*"
    r"(?:(?:the|an|a|it|inputs?|of|is|are|was|equals?)\s+|(?!(?:first|last|next|every|each|all|top|least|most|more|less|fewer|"
    r"than|other|only|about|up|any|no)\b)[a-z]{3,}\s+(?=[\"'\[({`\d-]|(?:is|are|was|equals?)\b)|[a-z]{3,}\s+[a-z]{3,}\s+(?=[\"'\[({`]))*",
    re.IGNORECASE,
)
"""The words before the data: `given the string "abc"`. What they call it does not matter, unless they count it."""
_MODAL: Final = r"(?:should|must|will|would|shall|has to)"
_VERB = re.compile(
    r",?\s*(?:then\s+)?(?:(?:it|that|this)'s(?=\s+[\[({\"'`\dTFN-])|"
    r"(?:it|we|you|this|one|(?:the|your|my)\s+(?:function|program|method|outputs?|results?|answers?|return value|"
    rf"expected (?:output|result|value)))\s+(?:{_MODAL}\s+)?\b(?:be|is|are|returns?|gives?|yields?|produces?|becomes?|"
    r"outputs?|gets?|equals?|results? in|evaluates? to)"
    rf"|(?:{_MODAL}\s+be|(?:{_MODAL}\s+)?(?:returns?|gives?|yields?|produces?|becomes?|outputs?|gets?|results? in))"
    r")\b\s*:?\s*(?:the\s+)?(?:(?:value|number|list|string)\s+)?",
    re.IGNORECASE,
)


def arrows(text: str) -> Iterator[Found]:
    """`arguments -> value`, one or several to a line."""
    start = 0
    for line in text.split("\n"):
        if len(line) <= _LONGEST_LINE:
            for one in _line(line):
                yield Found(one.start + start, one.end + start, one.example)
        start += len(line) + 1


def _line(line: str) -> Iterator[Found]:
    places = [_BULLET.match(line), *islice(_IN_PROSE.finditer(line), 4 * _MOST_ARROWS)]
    done = 0
    for place in places:
        at: int | None = place.end() if place else 0
        while at is not None and at >= done and (one := _arrow(line, at)) is not None:
            yield one
            done = one.end
            more = _AND_ANOTHER.match(line, done)
            at = more.end() if more else None


def _arrow(line: str, at: int, stop: int | None = None) -> Found | None:
    """Return the `arguments -> value` that begins here."""
    for arrow in islice(ARROW.finditer(line, at, len(line) if stop is None else stop), _MOST_ARROWS):
        given = arguments(line[at : arrow.start()].strip().strip("`"))
        if given is None or not (given[0] or given[1]):
            continue
        expected = wanted(line, arrow.start() if arrow[0] == "raises" else arrow.end())
        if expected is not None and _AFTER.match(line, expected.end):
            return found(line, at, expected.end, given, expected.expectation)
    return None


def prose(text: str) -> Iterator[Found]:
    """`Given 3 it should return 6`, `for the input X the output is Y`, `if n = 4, the answer is 24`."""
    for lead in islice(_LEAD.finditer(text), MOST):
        one = _stated(text, lead.start(), lead.end())
        while one is not None:
            yield one
            more = _AND_ANOTHER.match(text, one.end)
            one = _arrow(text, more.end(), _sentence_end(text, more.end())) if more else None


def _stated(text: str, start: int, at: int) -> Found | None:
    """Return the example whose arguments begin here."""
    for verb in islice(_VERB.finditer(text, at, _sentence_end(text, at)), _MOST_ARROWS):
        given = arguments(text[at : verb.start()].strip().rstrip(","))
        if given is None or not (given[0] or given[1]):
            continue
        expected = wanted(text, verb.end())
        if expected is not None and _AFTER.match(text, expected.end):
            return found(text, start, expected.end, given, expected.expectation)
        break
    return None


def _sentence_end(text: str, at: int) -> int:
    match = re.compile(r"[.?!](?:\s|$)|\n\s*\n").search(text, at, at + 400)
    return match.start() + 200 if match and match.start() + 200 < len(text) else min(len(text), at + 600)
