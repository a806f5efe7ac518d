"""Do two problems ask for the same in their words? Every word and sign that may mean something, in the same order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.core.program.signature import Signature
from specwright.core.work.example import lift_examples
from specwright.core.work.reading.plain import plain
from specwright.offline.patterns.cover import telling_names
from specwright.offline.patterns.plain_words import ASKING, NEUTRAL
from specwright.offline.patterns.statement import statement, without_page
from specwright.offline.patterns.stems import EMPTY, common, symbols, tokens

_QUANTIFIERS: Final = {"all": "all", "every": "all", "each": "all", "any": "any"}
_LINKS: Final = frozenset({"and", "or", "from", "to", "into", "by", "with", "at", "as"})
"""Words that tell what belongs to what, if they stand before one that means something."""
_FRAME: Final = re.compile(
    r"^\W*(?:(?:please|write|implement|create|define|provide|give|make|i|we|need|want|some|me|us|an?|the|python)\W+)*"
    r"(?:function|routine|method|code|program|procedure|subroutine)s?\s+(?:in python\s+)?to\s+",
    re.IGNORECASE,
)
"""How a problem asks for something to be written: `I need some code to`."""
_GIVEN: Final = ASKING | {"supplied", "specified"}
"""Words that ask, and words for what is given."""
_FEW: Final = 3
"""Of a problem with fewer telling words, the kinds of data that it names count too."""
_DATA: Final = {
    "list": "list", "array": "list", "tuple": "tuple", "string": "text", "str": "text", "text": "text",
    "number": "number", "integer": "number", "int": "number", "num": "number", "float": "float", "bool": "bool",
    "element": "element", "item": "element", "entry": "element", "entrie": "element", "value": "element",
}  # fmt: skip


def same_words(problem: str, signature: Signature, other: str, others: Signature) -> bool:
    """Return whether two problems have the same telling words in order, with names of parameters or without."""
    kept = gist(problem, signature, names=True)
    asked = gist(problem, signature)
    return bool(kept and kept == gist(other, others, names=True)) or bool(asked and asked == gist(other, others))


def gist(problem: str, signature: Signature, *, names: bool = False) -> tuple[str, ...]:
    """Return the words of a problem that may mean something, in one form for all words of one meaning.

    Examples and constraints on inputs are left out, and names of parameters unless `names`.
    """
    passages = [example.source for example in lift_examples(problem)]
    text = _FRAME.sub("", statement(without_page(plain(problem)), passages, len(signature.params)))
    own = set() if names else {name.lower() for name in telling_names([param.name for param in signature.params])}
    said = [word for token in tokens(text) if (word := token.lower()) not in own]
    telling = (*_telling(said), *symbols(text))
    if len(telling) >= _FEW:
        return telling
    return (*telling, *(data for word in said if (data := _DATA.get(word.removesuffix("s")))))


def _telling(said: list[str]) -> Iterator[str]:
    begun = False
    for place, word in enumerate(said):
        following = said[place + 1] if place + 1 < len(said) else ""
        if word in _QUANTIFIERS:
            yield _QUANTIFIERS[word]
        elif word in _LINKS:
            if begun and following and not _is_empty(following):
                yield word
        elif not _is_empty(word):
            begun = True
            yield common(word)


def _is_empty(word: str) -> bool:
    return word in NEUTRAL or word in _GIVEN or common(word) in EMPTY
