"""The problem without what asks for nothing: a page's frame, code, examples, names, and promises about the inputs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from specwright.offline.patterns.plain_words import BOUNDED, NOUNS, OUTCOMES, PROMISES
from specwright.offline.patterns.stems import EMPTY, ORDINAL, common, symbols, tokens

SENTENCES: Final = re.compile(r"(?<=[.?!;])\s+|\n+")
_CODE: Final = re.compile(
    r"`{3}\w*|https?://\S+|(?:async\s+)?\bdef\s+\w+\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?:->\s*[^:\n]+)?:"
)
"""Fences, addresses and the declaration of the function; the text inside a fence is read like the rest."""
_HEADINGS: Final = re.compile(
    r"^[ \t*#]*(?:examples?|samples?|sample (?:input|output)|test case)[ \t]*#?\d*[ \t]*[:.]?[ \t*]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""The line above an example that was read, such as `Example 2:`."""
_BOUNDS: Final = re.compile(
    r"(?:-?\d[\d,]*(?:\s?[*^]+\s?-?\d+)*|[a-z_]\w*(?:\.length|\[i\])?)\s*(?:<=?|≤)\s*`?[a-z_][\w.\[\]()]*`?"
    r"(?:\s*(?:<=?|≤)\s*(?:-?\d[\d,]*(?:\s?[*^]+\s?-?\d+)*|[a-z_]\w*(?:\.length)?))?",
    re.IGNORECASE,
)
"""A stated range of the inputs, such as `1 <= n <= 10^4`. It narrows what the program is asked and nothing else."""
_PROMISE: Final = re.compile(
    r"(?P<before>\b\w+\s+)?\b(?:(?:a|an|two|some|your|n)\s+(?:(?:given|" + "|".join(PROMISES) + r")[\s,]+(?:and\s+)?)+"
    r"(?=(?:" + "|".join(NOUNS) + r")s?\b)"
    r"|an?\s+(?:list|array|sequence|collection|tuple)\s+of\s+(?:(?:" + "|".join(PROMISES) + r")\s+)+"
    r"(?=(?:" + "|".join(NOUNS) + r")s?\b))",
    re.IGNORECASE,
)
"""The descriptions of the inputs: `given a non-empty list of positive integers`."""
_MADE: Final = re.compile(
    r"(?:return\w*|as|into|to|produc\w*|giv(?:es|ing|e)|output\w*|mak\w*|get\w*|build\w*|creat\w*)\s+", re.IGNORECASE
)
"""Words before a function's result: a description of it is no promise about an input."""
_LISTED: Final = frozenset({"and", "constraint", "where", "with", "for", "note"})
_INTRODUCED: Final = re.compile(
    r"(\ban?\s+(?:\w+\s+)?(?:string|list|array|integer|number|text|int|float|matrix|tree|graph)\s+)`?[a-z]`?(?=[\s,.;:)]|$)"
)
"""The name that a parameter gets when it is introduced: `a string s`."""
_OR_NOT: Final = re.compile(r"\bor\s+not\b")
_ONLY: Final = re.compile(
    r"(\bgiven\s+(?:a|an|the)\s+(?:string|text|list|array)\s+(?:\w\s+)?(?:containing|consisting of|made of|of|with)\s+)"
    r"(?:just|only)\s+",
    re.IGNORECASE,
)
_MADE_OF: Final = re.compile(
    r"(\bgiven\s+(?:a|an|the)\s+(?:string|text|sentence)\s+(?:\w\s+)?)(?:that\s+)?"
    r"(?:consist(?:s|ing)\s+of|contain(?:s|ing)|made\s+(?:up\s+)?of|composed\s+of)"
    r"(?:[\s,]+(?:only|just|the|words?|spaces?|letters?|digits?|characters?|lower-?case|upper-?case|english|and|or)\b"
    r"|[\s,]+(?:'[^\w\s']{1,8}'|\"[^\w\s\"]{1,8}\"))+",
    re.IGNORECASE,
)
"""The kinds of characters in an input: `given a string s consisting of words and spaces`."""
_SIZED: Final = re.compile(
    r"(\bgiven\s+(?:a|an|the)\s+(?:\w+\s+)?(?:array|list|string)\s+(?:\w+\s+)?)of\s+(?:size|length)\s+`?[nm]`?(?=[\s,.;])",
    re.IGNORECASE,
)
"""A name for the length of an input: `given an array nums of size n`."""
_HALF: Final = re.compile(r"(?:⌊|\bfloor\()?\s?\b[nN]\s*/\s*2\b\s?[⌋)]?")
_GIVES_BACK: Final = re.compile(r"\b(giv(?:e|es|ing))\s+(?:me\s+)?back\b", re.IGNORECASE)
_TWO: Final = re.compile(r"\b(?:between\s+)?(?:two|2)\s+(?:\w+\s+)?(?=(?:" + "|".join(NOUNS) + r")s\b)", re.IGNORECASE)
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


def statement(problem: str, read: Iterable[str], parameters: int) -> str:
    """Return the problem without code, examples and constraints on the inputs."""
    text = problem
    for passage in sorted(read, key=len, reverse=True):
        text = text.replace(passage, "\n")
    text = _HEADINGS.sub("", text)
    text = _GIVES_BACK.sub(r"\1", _HALF.sub(" half ", _SIZED.sub(r"\1", _MADE_OF.sub(r"\1", text))))
    text = _INTRODUCED.sub(r"\1", ORDINAL.sub("nth", _CODE.sub("\n", text)))
    text = "\n".join(map(_unbounded, SENTENCES.split(text)))
    text = _OR_NOT.sub(" ", _ONLY.sub(r"\1", _PROMISE.sub(_promised, text)))
    return _TWO.sub(" ", text) if parameters > 1 else text


def without_code(problem: str, read: Iterable[str]) -> str:
    """Return the problem without code and examples, and with every word about its inputs."""
    for passage in sorted(read, key=len, reverse=True):
        problem = problem.replace(passage, "\n")
    return _OR_NOT.sub(" ", ORDINAL.sub("nth", _CODE.sub("\n", _HEADINGS.sub("", problem))))


def _unbounded(sentence: str) -> str:
    """Nothing, if the sentence only states the range of the inputs."""
    rest = _BOUNDS.sub(" ", sentence)
    return sentence if rest == sentence or {common(token) for token in tokens(rest)} - _LISTED else ""


def _promised(match: re.Match[str]) -> str:
    before = match["before"] or ""
    return match[0] if _MADE.fullmatch(before) else f"{before}a "


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
    """Return whether a constraint only limits the inputs."""
    if _LENGTH.fullmatch(line.strip(" \t*-•`.")) or _ONE_ANSWER.match(line):
        return True
    words = _QUOTED_SIGNS.sub(" ", line)
    said = set(tokens(words))
    plain = {word.lower() for word in said}
    if plain & OUTCOMES or symbols(words):
        return False
    return bool(said) and all(word.lower() in BOUNDED or common(word) in EMPTY or len(word) == 1 for word in said)
