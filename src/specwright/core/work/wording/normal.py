"""Sentences as words that can be compared: one form of each word, without articles, with commas as they stand."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.work.reading.found import words

_TOKEN: Final = re.compile(
    r"\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`"  # quoted data
    r"|\w+\([^()\n]*\)|\[[^\]\n]*\]"  # calls and lists
    r"|[^\W\d_]+n't\b|[^\W\d_]+(?:_\w+)?|\d+(?:\.\d+)?|[-+*/%<>=]|[,;:()]"
)
_COMMAS: Final = frozenset(",;:()")
_ARTICLES: Final = words("a an the")
_OPENING: Final = words("and but then also so")
_SAME: Final = {
    **dict.fromkeys(words("is are was were be"), "is"),
    **dict.fromkeys(words("it they them"), "it"),
    **dict.fromkeys(words("its their"), "its"),
    **dict.fromkeys(words("has have"), "has"),
    **dict.fromkeys(words("does do"), "do"),
    **dict.fromkeys(words("this these"), "this"),
}
_PLURAL: Final = re.compile(r"(?<=\w{2}[^s])s$|(?<=ss|zz|sh|ch)es$|(?<=x)es$")
_ORDERED: Final = re.compile(
    r"^(?:please\s+)?(?:write|implement|create|make|build)\s+(?:(?:an?|the)\s+)?(?:\w+\s+){0,3}?"
    r"(?:`[^`\n]*\([^`\n]*\)[^`\n]*`,?\s+|\w+\([^()\n]*\),?\s+)?(?:that|which)\s+",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(r"^the\s+(?:function|program|method|class)\s+(?=\w+s\b)", re.IGNORECASE)
"""Who does what is asked for: `Write a program that reads` is `The program reads`."""


def normal_words(text: str) -> tuple[str, ...]:
    """Return words, numbers, data and commas, without articles and without what opens a sentence."""
    bare = _SUBJECT.sub("", _ORDERED.sub("", text.strip()))
    found = [_token(word) for word in _TOKEN.findall(bare)]
    kept = [word for word in found if word not in _ARTICLES]
    while kept and (kept[0] in _OPENING or kept[0] == ","):
        kept.pop(0)
    while kept and kept[-1] == ",":
        kept.pop()
    return tuple(kept)


def _token(found: str) -> str:
    if found in _COMMAS:
        return ","
    if found[0] in "\"'`":
        return f"'{found[1:-1]}'"
    if not found[0].isalpha() or "(" in found:
        return found
    word = found.lower()
    return _SAME.get(word) or _PLURAL.sub("", word)
