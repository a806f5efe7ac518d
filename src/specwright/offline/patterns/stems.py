"""Words of a text in the form that all words of one meaning share."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.work.reading.synonyms import ALIKE
from specwright.offline.patterns.plain_words import NEUTRAL

_TOKEN: Final = re.compile(
    r"(?<![\w.)])-\d+(?:\.\d+)?|\d+(?:\.\d+)?(?:st|nd|rd|th)?\b|[^\W\d_]+(?:'[^\W\d_]+)?|[^\W_]+"
)
ORDINAL: Final = re.compile(r"\b([nki])(?:\s?-\s?|['’])th\b|\b([nk])\s+th\b", re.IGNORECASE)
_SYMBOL: Final = re.compile(r"(?<![\w#$%&*+/<=>@^_|~\\])[#$%&*+/<=>@^_|~\\]+(?!\w)|(?<!\w)([\"'`])[^\w\s\"'`]+\1(?!\w)")
"""Signs that stand for themselves, or in quotes."""


def common(word: str) -> str:
    """The form that all words of one meaning share."""
    lowered = word.lower()
    return ALIKE.get(lowered) or ALIKE.get(stem := _stem(lowered)) or ALIKE.get(f"{stem}e") or stem


def tokens(text: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", ORDINAL.sub("nth", text).replace("_", " ").replace("’", "'"))
    spaced = re.sub(r"\b(\d+)'?s\b", r"\1", spaced)
    spaced = re.sub(
        r"\b(add(?:s|ed|ing)?|sum(?:s|med|ming)?|count(?:s|ed|ing)?) up\b(?! to)", r"\1", spaced, flags=re.IGNORECASE
    )
    spaced = re.sub(r"\b(non)[- ](?=\w)", r"\1", re.sub(r"n't\b", " not", spaced), flags=re.IGNORECASE)
    return [token.removesuffix("'s") for token in _TOKEN.findall(spaced)]


def symbols(text: str) -> list[str]:
    return [match[0].strip("\"'`") for match in _SYMBOL.finditer(text)]


def _stem(word: str) -> str:
    if len(word) < 4 or not word.isalpha():
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return (
                _undoubled(word[: -len(ending)]) + instead
                if ending in ("ing", "ed")
                else word[: -len(ending)] + instead
            )
    return word.removesuffix("e")


_ENDINGS: Final = (
    ("ities", "ity"), ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ing", ""),
    ("ied", "y"), ("ed", ""), ("ss", "ss"), ("us", "us"), ("is", "is"), ("es", ""), ("s", ""), ("ly", ""),
)  # fmt: skip


def _undoubled(stem: str) -> str:
    doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl"
    return stem[:-1] if doubled else stem.removesuffix("e")


EMPTY: Final = NEUTRAL | frozenset(map(common, NEUTRAL))
"""The words that mean nothing by themselves, in every form."""
