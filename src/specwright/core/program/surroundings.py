"""What code may depend on beside its arguments: a result that comes from there cannot be tried out beforehand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, NamedTuple


class Source(StrEnum):
    """Where a result may come from, other than from the arguments."""

    CLOCK = "the clock"
    CHANCE = "chance"
    MACHINE = "the machine and its processes"
    MEMORY = "the runtime's memory"
    THREADS = "threads"
    NAMES = "code that is a text, or names that are looked up"
    EARLIER = "earlier calls"


class Surrounding(NamedTuple):
    """One thing that code names."""

    source: Source
    name: str
    """As the code writes it, or its full name."""


_ASKED: Final[Mapping[Source, str]] = {
    Source.CLOCK: r"now|today|clock|current (?:time|date|day|year)|timestamps?|timers?|time-?outs?|sleeps?|elapsed|"
    r"stopwatch|deadlines?|expir\w+|delays?|rate limit\w*",
    Source.CHANCE: r"random\w*|shuffled?|probabilit\w+|samples?|chance|dice|simulat\w+|uuids?|tokens?|secrets?",
    Source.MACHINE: r"files?|paths?|folders?|director(?:y|ies)|environment|process(?:es)?|platform|operating system|"
    r"hosts?|bytes of memory|memory size|recursion",
    Source.MEMORY: r"identity|same object|hash\w*|garbage|weak\w*|call stack|frames?",
    Source.THREADS: r"threads?|concurren\w+|parallel\w*|locks?|async\w*|simultaneous\w*|workers?|mutex|goroutines?|"
    r"channels?",
    Source.NAMES: r"evaluat\w+|expressions?|formulas?|eval|exec|reflect\w*|attributes?|modules?|unsafe",
    Source.EARLIER: r"states?|counters?|remember\w*|cach\w+|memo\w*|(?:previous|earlier|each|every) calls?|global|"
    r"history",
}
"""Words of a task that let its code depend on a source."""


def not_asked_for(found: Iterable[Surrounding], words: str) -> tuple[Surrounding, ...]:
    """Return those from whose source the task's words ask for nothing, each once."""
    return tuple(dict.fromkeys(each for each in found if not _asks(each.source, words)))


def _asks(source: Source, words: str) -> bool:
    return re.search(rf"\b(?:{_ASKED[source]})\b", words, re.IGNORECASE) is not None


_NO_CODE: Final = re.compile(
    r"""/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""",
    re.DOTALL,
)


def _without_words(found: re.Match[str]) -> str:
    """Return a text that may name a module as it is, any other one empty, and nothing of a comment."""
    text = found[0]
    return " " if text.startswith("/") else text if re.fullmatch(r"""["'][\w:/]+["']""", text) else '""'


def named_in(code: str, patterns: Mapping[Source, str]) -> tuple[Surrounding, ...]:
    """Return what a source in a language with the comments and texts of C names, by its patterns for each source.

    Of a pattern with a group, the group is the name.
    """
    plain = _NO_CODE.sub(_without_words, code)
    return tuple(
        dict.fromkeys(
            Surrounding(source, found[found.lastindex or 0])
            for source, pattern in patterns.items()
            for found in re.finditer(pattern, plain)
        )
    )
