"""Do two problems ask for the same in their words? Every word and sign that may mean something, in the same order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from specwright.core.program.signature import Signature
from specwright.core.work.example import lift_examples
from specwright.core.work.reading.plain import plain
from specwright.core.work.reading.synonyms import FURTHER
from specwright.offline.patterns.cover import telling_names
from specwright.offline.patterns.plain_words import ASKING, NEUTRAL
from specwright.offline.patterns.statement import statement, without_code, without_page
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
_PHRASES: Final = (
    (re.compile(r"\b(?:above|(?:greater|larger|bigger|more) than) (?:zero|0)\b(?!\.?\d)", re.IGNORECASE), "positive"),
    (re.compile(r"\b(?:below|(?:less|smaller|lower) than) (?:zero|0)\b(?!\.?\d)", re.IGNORECASE), "negative"),
    (re.compile(r"\b(upper|lower)[- ]cased?\b", re.IGNORECASE), r"\1case"),
    (re.compile(r"\bworks? out\b", re.IGNORECASE), "compute"),
    (re.compile(r"\A\W*order(?= (?:an?|the|all|every|each|some)\b)", re.IGNORECASE), "sort"),
)
"""Phrases of one meaning, each with the word for it."""
_FEW: Final = 3
"""Of a problem with fewer telling words, the kinds of data that it names count too."""
_DATA: Final = {
    "list": "list", "array": "list", "tuple": "tuple", "string": "text", "str": "text", "text": "text",
    "number": "number", "integer": "number", "int": "number", "num": "number", "float": "float", "bool": "bool",
    "element": "element", "item": "element", "entry": "element", "entrie": "element", "value": "element",
}  # fmt: skip


def same_words(problem: str, signature: Signature, known: str, others: Signature) -> bool:
    """Return whether two problems have the same telling words in order, with names of parameters or without.

    What the known problem promises of its inputs the other must promise too: its program may rely on it.
    """
    if unpromised(problem, signature, known, others):
        return False
    kept = gist(problem, signature, names=True)
    asked = gist(problem, signature)
    return bool(kept and kept == gist(known, others, names=True)) or bool(asked and asked == gist(known, others))


def unpromised(problem: str, signature: Signature, known: str, others: Signature) -> tuple[str, ...]:
    """Return what the known problem says of its inputs alone and the other does not: that they are positive."""
    return tuple((_promises(known, others) - _promises(problem, signature)).elements())


def _promises(problem: str, signature: Signature) -> Counter[str]:
    """Return the words that only limit the inputs: those that the statement leaves out."""
    passages = [example.source for example in lift_examples(problem)]
    whole = _one_word(plain(problem))
    kept = statement(without_page(whole), passages, len(signature.params))
    names = {name.lower() for name in telling_names([param.name for param in signature.params])} | {"two", "back"}
    return _limits(without_code(whole, passages), names) - _limits(kept, names)


def _limits(text: str, names: set[str]) -> Counter[str]:
    said = (token.lower() for token in tokens(text))
    words = (word for word in said if word not in names and (len(word) > 1 or word.isdigit()))
    return Counter(common(word) for word in words if not _is_empty(word))


def gist(problem: str, signature: Signature, *, names: bool = False) -> tuple[str, ...]:
    """Return the words of a problem that may mean something, in one form for all words of one meaning.

    Examples and constraints on inputs are left out, and names of parameters unless `names`.
    """
    passages = [example.source for example in lift_examples(problem)]
    text = _FRAME.sub("", statement(_one_word(without_page(plain(problem))), passages, len(signature.params)))
    text = _one_word(text)
    own = set() if names else {name.lower() for name in telling_names([param.name for param in signature.params])}
    said = [FURTHER.get(word, word) for token in tokens(text) if (word := token.lower()) not in own]
    telling = (*_telling(said), *symbols(text))
    if len(telling) >= _FEW:
        return telling
    return (*telling, *(data for word in said if (data := _DATA.get(word.removesuffix("s")))))


def _one_word(text: str) -> str:
    for phrase, word in _PHRASES:
        text = phrase.sub(word, text)
    return text


def _telling(said: list[str]) -> Iterator[str]:
    begun = False
    for place, word in enumerate(said):
        following = said[place + 1] if place + 1 < len(said) else ""
        if word == "if" and place and said[place - 1] in ASKING:
            continue  # `check if` asks what `check whether` asks
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
