"""Finds the patterns that a problem's words may be asking for: weighted overlap of words, nothing learned, no index.

Rare words count more than common ones, as in BM25; a pattern matches as well as the best of its wordings does. A score
near 1 means that the problem is little more than that wording; words the library has never seen count against it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Final

from specwright.core.value import Value
from specwright.offline.patterns.catalogue import catalogue
from specwright.offline.patterns.pattern import Pattern
from specwright.offline.patterns.plain_words import NEUTRAL

_STOP: Final = frozenset({
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "check", "code", "create", "determine", "do",
    "each", "every", "find", "for", "from", "function", "get", "give", "given", "has", "have", "how", "i", "if",
    "in", "into", "is", "it", "its", "me", "my", "of", "on", "or", "our", "please", "program", "python", "return",
    "should", "so", "such", "take", "that", "the", "their", "them", "there", "these", "this", "to", "use", "using",
    "we", "which", "whether", "will", "with", "write", "you", "your", "then", "when", "where", "while", "here",
    "were", "was", "implement", "compute", "calculate", "input", "output", "example",
    "func", "need", "pls", "plz", "back",
})  # fmt: skip
_SAME: Final = {
    "array": "list", "vector": "list", "arr": "list", "lst": "list", "tuple": "list", "sublist": "subarray",
    "integer": "number", "num": "number", "int": "number", "value": "element", "item": "element", "entry": "element",
    "string": "text", "str": "text", "char": "character", "dict": "dictionary", "hashmap": "dictionary",
    "max": "largest", "maximum": "largest", "greatest": "largest", "highest": "largest", "biggest": "largest",
    "maximize": "largest", "min": "smallest", "minimum": "smallest", "least": "smallest", "lowest": "smallest",
    "fewest": "smallest", "shortest": "smallest", "minimize": "smallest", "delete": "remove", "eliminate": "remove",
    "removed": "remove", "removing": "remove", "deleted": "remove", "deleting": "remove",
    "average": "mean", "total": "sum", "amount": "sum", "occurrence": "frequency", "occur": "frequency",
    "appear": "frequency", "2": "two", "3": "three", "2d": "matrix", "grid": "matrix", "zero": "0", "zeroe": "0",
    "ascending": "sort", "order": "sort", "identical": "same", "equal": "same", "common": "shared", "both": "shared",
    "reversed": "reverse", "backward": "reverse", "consecutive": "contiguous", "adjacent": "contiguous",
    "unique": "distinct", "different": "distinct", "nonrepeating": "distinct", "exponent": "power", "lcm": "multiple",
    "gcd": "divisor", "hcf": "divisor", "factor": "divisor", "bracket": "parenthese", "parenthesis": "parenthese",
}  # fmt: skip


_SPELT: Final = 5
"""The fewest letters of a word whose spelling is put right."""
_ALIKE: Final = 0.8
_SENTENCE: Final = 4
_TURNED: Final = 0.5
"""The part of its score that a pattern keeps if the problem asks for the way back."""
_TARGET: Final = re.compile(r"\b(?:to|into)\s+((?:\w+\s*){1,3})", re.IGNORECASE)
_ADDRESS: Final = re.compile(r"https?://\S+|\bwww\.\S+|\S+\.(?:org|com)/\S*")


class Match(Value):
    """A pattern that may be meant, how well the words fit (0 to 1), and why it was found."""

    pattern: Pattern
    score: float
    reason: str


def words(text: str) -> list[str]:
    """The words of a text in a common form: camelCase split, plural endings cut, synonyms made one, fillers dropped."""
    plain = _ADDRESS.sub(" ", text)
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", plain.replace("_", " ").replace("'s", ""))
    found = re.findall(r"[a-z0-9]+", spaced.lower())
    return [_SAME.get(stem, stem) for stem in map(_stem, found) if stem not in _STOP]


def _stem(word: str) -> str:
    if word in _STOP or word in _SAME or len(word) < 4:
        return word
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", "")):
        if word.endswith(ending):
            return word[: -len(ending)] + instead
    return word


class _Library(Value):
    phrases: tuple[tuple[int, str, frozenset[str]], ...]
    """Pattern number, wording, its words."""
    phrase_weights: tuple[float, ...]
    documents: dict[int, frozenset[str]]
    """The words of all wordings of a pattern, by its number."""
    weights: dict[str, float]
    unseen: float
    directions: tuple[tuple[tuple[frozenset[str], frozenset[str]], ...], ...]
    """By pattern: the beginning and the end of a wording."""


@lru_cache(maxsize=1)
def _library() -> _Library:
    phrases = tuple(
        (number, wording, frozenset(words(wording)))
        for number, pattern in enumerate(catalogue())
        for wording in (pattern.name, *pattern.wordings, pattern.description)
    )
    count = len(catalogue())
    documents = _documents(phrases)
    seen = Counter(word for entry in documents.values() for word in entry)
    weights = {word: math.log(1 + (count - n + 0.5) / (n + 0.5)) for word, n in seen.items()}
    unseen = math.log(1 + (count + 0.5) / 0.5)
    return _Library(
        phrases=phrases,
        phrase_weights=tuple(_weigh(weights, unseen, phrase) for _, _, phrase in phrases),
        documents=documents,
        weights=weights,
        unseen=unseen,
        directions=tuple(map(_directions, catalogue())),
    )


def _documents(phrases: tuple[tuple[int, str, frozenset[str]], ...]) -> dict[int, frozenset[str]]:
    entries: dict[int, frozenset[str]] = {}
    for number, _, used in phrases:
        entries[number] = entries.get(number, frozenset()) | used
    return entries


def find(problem: str, name: str = "", limit: int = 8, floor: float = 0.25) -> tuple[Match, ...]:
    """The patterns whose wordings the problem uses, best first; `name` is what the function is asked to be called.

    Deterministic: equal scores keep the library's order. Only matches of at least `floor` come back.
    """
    library = _library()
    gist = frozenset(word for word in words(_gist(problem)) if len(word) > 1 or word in library.weights)
    everything = frozenset(words(problem)) | frozenset(words(name))
    targets = [set(words(text)) for text in _TARGET.findall(problem.replace("_", " "))]
    best: dict[int, tuple[float, str]] = {}
    explained = _explained(library, gist or everything)
    for (number, wording, phrase), weight in zip(library.phrases, library.phrase_weights, strict=True):
        if not phrase & everything:
            continue
        covered = _weigh(library.weights, library.unseen, phrase & everything) / (weight or 1.0)
        score = covered * (0.4 + 0.6 * explained(number))
        if score > best.get(number, (0.0, ""))[0]:
            best[number] = (score, wording)
    best = {
        number: (score * (_TURNED if _is_turned(library.directions[number], targets) else 1.0), wording)
        for number, (score, wording) in best.items()
    }
    ranked = sorted(best.items(), key=lambda entry: (-entry[1][0], entry[0]))
    return tuple(
        Match(pattern=catalogue()[number], score=round(score, 4), reason=f"the words fit {wording!r}")
        for number, (score, wording) in ranked[:limit]
        if score >= floor
    )


def respelt(problem: str) -> str:
    """Return the problem with each word that no pattern uses replaced by the nearest one of the library, if any is."""
    known = _library().weights
    spelt = {
        word: near[0]
        for word in set(words(problem)) - known.keys()
        if len(word) >= _SPELT and (near := get_close_matches(word, known, 1, _ALIKE))
    }
    return " ".join(spelt.get(word, word) for word in words(problem))


def is_foreign(problem: str) -> bool:
    """Return whether hardly a word of the problem is one that English problems use."""
    found = re.findall(r"[^\W\d_]+", problem.lower())
    english = sum(word in NEUTRAL or word in _STOP or _stem(word) in _library().weights for word in found)
    return len(found) >= _SENTENCE and english < len(found) / 3


def _directions(pattern: Pattern) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """For each wording `a to b`, the words of a and of b that the other does not have."""
    ways = [text.replace("_", " ").split(" to ", 1) for text in (pattern.name, *pattern.wordings)]
    ends = [(frozenset(words(way[0])), frozenset(words(way[1]))) for way in ways if len(way) == 2]
    return tuple((source - goal, goal - source) for source, goal in ends)


def _is_turned(ways: tuple[tuple[frozenset[str], frozenset[str]], ...], targets: list[set[str]]) -> bool:
    """Whether the problem asks for the way back: for `b to a` where the pattern is `a to b`."""
    back = any(target & source and not target & goal for target in targets for source, goal in ways)
    return back and not any(target & goal for target in targets for _, goal in ways)


def _explained(library: _Library, gist: frozenset[str]) -> Callable[[int], float]:
    """Return what tells, for a pattern, which share of the request its words explain."""
    whole = _weigh(library.weights, library.unseen, gist) or 1.0

    @cache
    def explained(number: int) -> float:
        return _weigh(library.weights, library.unseen, gist & library.documents[number]) / whole

    return explained


def _weigh(weights: Mapping[str, float], unseen: float, found: frozenset[str]) -> float:
    return sum(weights.get(word, unseen) for word in sorted(found))


def _gist(problem: str) -> str:
    """The sentence with the request: the first one, or with a heading the first after it as well."""
    sentences = [part.strip() for part in re.split(r"(?<=[.?!:])\s+|\n+", problem.strip()) if part.strip()]
    if sentences and len(words(sentences[0])) < 3:
        return " ".join(sentences[:2])
    return sentences[0] if sentences else ""
