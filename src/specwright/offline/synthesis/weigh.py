"""How likely an expression is meant, before the examples count: simple ones, and those the words ask for.

The unit is bits: an expression of b bits has the weight 2**-b. Every part costs bits; a part that the problem's words
ask for costs few, a special one that they do not costs many; and so does each word that asks for a part which is not
there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from specwright.offline.patterns.search import words
from specwright.offline.synthesis.blocks import BLOCKS
from specwright.offline.synthesis.loops import WORDS
from specwright.offline.synthesis.nodes import Call, Constant, IfElse, Loop, Name, Node, Outer

_ASKED: Final = 1.5
_PLAIN: Final = 3.0
_UNASKED: Final = 5.0
_MISSING: Final = 3.0
_LEAF: Final = 1.5
_NEUTRAL: Final = (0, 1, "", " ")
"""Constants that need no reason."""


def _stems(found: frozenset[str]) -> frozenset[str]:
    return frozenset(stem for word in found for stem in words(word))


_LOOP_WORDS: Final = {form: _stems(found) for form, found in WORDS.items()}
_COMMON: Final = frozenset({
    "element", "list", "text", "number", "character", "word", "digit", "count", "many", "pair", "two", "first", "each",
    "all", "every", "in", "only", "that", "which", "whose", "convert", "up", "and", "or", "by", "add", "natural", "nth",
})  # fmt: skip
_SPECIFIC: Final = frozenset().union(*(block.words for block in BLOCKS), *_LOOP_WORDS.values()) - _stems(_COMMON)
"""Words that ask for an operation, so that an expression without it leaves them unexplained."""


_PLAIN_WORDS: Final = _stems(frozenset({
    "array", "boolean", "bool", "both", "character", "digit", "dictionary", "element", "false", "float", "integer",
    "item", "key", "length", "letter", "list", "nested", "number", "one", "other", "pair", "position", "result", "same",
    "second", "set", "single", "string", "sublist", "text", "three", "true", "tuple", "two", "value", "word", "n", "m",
    "k", "x", "y", "a", "b", "s", "present", "specific", "specified", "new", "no", "not", "out", "following", "also",
    "individual", "corresponding", "certain", "available", "contain", "make", "perform", "operation", "using",
}))  # fmt: skip
_KNOWN: Final = _PLAIN_WORDS | _stems(_COMMON) | _SPECIFIC.union(*(block.words | block.means for block in BLOCKS))


def strange(said: frozenset[str]) -> list[str]:
    """The words that no building block covers: their meaning is unknown."""
    return sorted(word for word in said - _KNOWN if not word.isdigit())


def bits(node: Node, said: frozenset[str]) -> float:
    """The cost in bits of an expression for a problem that uses these words."""
    total, explained = 0.0, frozenset[str]()
    for part in _parts(node):
        found = _words(part)
        # A word asks for one part: the second of a kind was not asked for.
        total += _part(part, found, said - explained)
        explained |= found | _meant(part)
    return total + _MISSING * len((said & _SPECIFIC) - explained)


def explains(node: Node) -> frozenset[str]:
    """The words that the parts of the expression stand for."""
    return frozenset[str]().union(*(_words(part) | _meant(part) for part in _parts(node)))


def unexplained(node: Node, said: frozenset[str]) -> list[str]:
    """The words that ask for an operation which the expression does not have."""
    return sorted((said & _SPECIFIC) - explains(node))


def unasked(node: Node, said: frozenset[str]) -> list[str]:
    """The building blocks that are hardly ever meant unless asked for, and were not."""
    return [
        part.block.text
        for part in _parts(node)
        if isinstance(part, Call) and (part.block.rare or part.block.imports) and not part.block.words & said
    ]


def _meant(part: Node) -> frozenset[str]:
    return part.block.means if isinstance(part, Call) else frozenset()


def _parts(node: Node) -> Iterator[Node]:
    """All parts; an outer expression that a comprehension uses is looked into, not counted itself."""
    if isinstance(node, Outer):
        yield from _parts(node.inside)
        return
    yield node
    for child in node.children():
        yield from _parts(child)


def _words(part: Node) -> frozenset[str]:
    match part:
        case Call(block=block):
            return block.words
        case Loop(form=form):
            return _LOOP_WORDS[form]
        case _:
            return frozenset()


def _part(part: Node, found: frozenset[str], said: frozenset[str]) -> float:
    match part:
        case Name():
            return _LEAF
        case Constant(said=mentioned, cost=cost, value=value):
            return _LEAF if mentioned else _LEAF + cost + (value not in _NEUTRAL)
        case IfElse():
            return _PLAIN
        case Loop() | Call():
            return _PLAIN if not found else _ASKED if found & said else _UNASKED
        case _:
            return _PLAIN
