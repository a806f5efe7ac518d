"""Words of a problem that speak of more than plain values: only then a model learns how to state such a signature."""

from __future__ import annotations

import re
from typing import Final

_LIKELY: Final = r"""
    generators? generates?\b.{0,40}\b(?:lazily|one\sby\sone) yield(?:s|ing)? iterators? iterables? laz(?:y|ily)
    endless infinite callbacks? callables? lambda predicates? higher[-\s]order closures? decorators?
    takes?\s+(?:a|another|two)\s+functions? composes? curr(?:y|ied)
    (?:key|comparison|compare|mapping|reduce|apply|given|returned|other)\s+functions? in[-\s]?place mutat\w+
    modif(?:y|ies|ied|ying) changes alters updates without\s+return\w* returns?\s+(?:nothing|none|void) bytes?
    bytearray binary decimals? currenc(?:y|ies) money prices? dates? datetimes? timestamps? weekdays? birthdays?
    calendar leap files? folders? director(?:y|ies) paths? csv prints? printing stdout dataclass(?:es)?
    namedtuples? records? structs? fields keyword[-\s]only keyword\s+arguments? by\s+name messages? raises?
    throws? errors?
"""
_WORDS: Final = re.compile(rf"\b(?:{'|'.join(_LIKELY.split())})\b|Decimal\(|\bb['\"]", re.IGNORECASE | re.DOTALL)
_ENGLISH: Final = re.compile(r"\b(?:the|a|an|of|returns?|given|write)\b", re.IGNORECASE)
NOTES: Final = """
- More types, only if needed: none (returns nothing), bytes, decimal, date, datetime, iterator[T] (also of a generator),
  function[A, B, R] (a callback from A and B to R), file and folder (paths), records: Point(x: int, y: int).
- `role` of a parameter: changed (a list, map, set, file or folder that the function must change in place), keyword (by
  name only). If a returned iterator may be endless, add a parameter `take: int` of role read: how many items are read.
  If a function is returned, add `calls: list[tuple[A, B]]` of role called: what a test calls it with.
- `prints`: printing is asked for. `errors`: each stated one: `kind` (ValueError), `when`, `message` only if its text is
  stated."""


def beyond(problem: str) -> str:
    """Return what to tell of signatures beyond plain values; empty if the words ask for none."""
    return NOTES if _WORDS.search(problem) or not _ENGLISH.search(problem) else ""
