"""The words of a problem without the frame of the page that it was copied from."""

from __future__ import annotations

import re
from typing import Final

from specwright.offline.patterns.plain_words import BOUNDED, OUTCOMES
from specwright.offline.patterns.stems import EMPTY, common, symbols, tokens

_NUMBER: Final = re.compile(r"\A\s*(?:(?:problem|question|exercise)\s+)?(?:\d{1,4}|[A-Z]\d?)[.):]\s+(?=[^\n]{3,80}\n)")
"""The number before a title: `169. Majority Element`."""
_MENU: Final = re.compile(
    r"^\W*(?:easy|medium|hard|topics?|companies|hints?(?: \d+)?|solved|premium|description|editorial|solutions?|"
    r"submissions?|acceptance rate|accepted|difficulty ?(?:level)?: ?\w+|accuracy: ?\S+|points: ?\d+|"
    r"[\d.,]+(?:%|[km](?: ?/ ?[\d.,]+[km]?)?)|(?:time|memory) limit per test.*|expected (?:time|auxiliary|space)\b.*|"
    r"follow[- ]?up ?:? ?(?:can|could) you\b.*\?)\W*$\n?",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of a page that asks for nothing: its menus, its statistics, and a wish about speed at its end."""
_HEADING: Final = re.compile(r"^\W*constraints?\W*$", re.IGNORECASE)
_OTHER_HEADING: Final = re.compile(
    r"^\W*(?:examples?|samples?|notes?|follow[- ]?up|hints?|input|output)\b", re.IGNORECASE
)
_LENGTH: Final = re.compile(r"[a-z]\w* ?==? ?[a-z]\w*(?:\[\w+\])?\.length(?:\(\))?", re.IGNORECASE)
"""A name for a length: `n == nums.length`."""
_QUOTED_SIGNS: Final = re.compile(r"(['\"])[^'\"\w]+\1")
_ONE_ANSWER: Final = re.compile(
    r"^\W*(?:(?:exactly|only) one (?:valid )?(?:answer|solution) exists|the answer is guaranteed to be unique)\W*$",
    re.IGNORECASE,
)


def without_page(problem: str) -> str:
    """Return the problem without number, menus and statistics, and without constraints that only promise inputs."""
    if "\n" not in problem.strip():
        return problem
    text = _MENU.sub("", _NUMBER.sub("", problem))
    kept, below = [], False
    for line in text.split("\n"):
        if _HEADING.match(line):
            below = True
        elif _OTHER_HEADING.match(line):
            below = False
        if not (below and (_HEADING.match(line) or _is_promise(line))):
            kept.append(line)
    return "\n".join(kept)


def _is_promise(line: str) -> bool:
    """Return whether a constraint says nothing but which inputs there are."""
    if _LENGTH.fullmatch(line.strip(" \t*-•`.")) or _ONE_ANSWER.match(line):
        return True
    words = _QUOTED_SIGNS.sub(" ", line)
    said = set(tokens(words))
    plain = {word.lower() for word in said}
    if plain & OUTCOMES or symbols(words):
        return False
    return bool(said) and all(word.lower() in BOUNDED or common(word) in EMPTY or len(word) == 1 for word in said)
