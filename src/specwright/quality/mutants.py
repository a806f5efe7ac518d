"""Mutants of one source file, in any language: small changes of its text, outside of comments and texts.

They need no parser, so some do not compile; their caller leaves those out. Packages have their bugs placed by a
parser inside the sandbox (`mutation.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.core.evidence.finding import Spot
from specwright.quality.mutation import chosen

_TEXT_FORMS: Final = (
    r'"{3}(?:\\.|[^\\])*?"{3}',
    r"'{3}(?:\\.|[^\\])*?'{3}",
    r'"(?:\\.|[^"\\\n])*"',
    r"'(?:\\.|[^'\\\n])*'",
    r"`(?:\\.|[^`\\])*`",
)
_TEXTS: Final = "|".join(_TEXT_FORMS)
_IMPORTS: Final = r"^(?:import|use|from|package) [^\n]*"
_HASH: Final = re.compile(rf"{_TEXTS}|#[^\n]*|{_IMPORTS}", re.DOTALL | re.MULTILINE)
_SLASHES: Final = re.compile(rf"{_TEXTS}|//[^\n]*|/\*.*?\*/|#\[[^\n]*|{_IMPORTS}", re.DOTALL | re.MULTILINE)

_SWAPS: Final = {
    "<=": "<", ">=": ">", "<": "<=", ">": ">=", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "+=": "-=", "-=": "+=",
    "and": "or", "or": "and", "&&": "||", "||": "&&", "in": "not in",
}  # fmt: skip
_OPERATOR: Final = re.compile(
    r"(?<= )(?:" + "|".join(map(re.escape, sorted(_SWAPS, key=len, reverse=True))) + r")(?= )"
)
_WORDS: Final = {
    "True": "False", "False": "True", "true": "false", "false": "true", "min": "max", "max": "min",
    "sorted": "list", "not": "", "any": "all", "all": "any", "append": "count", "lower": "upper", "upper": "lower",
}  # fmt: skip
_WORD: Final = re.compile(r"\b(?:" + "|".join(_WORDS) + r")\b")
_NUMBER: Final = re.compile(r"(?<![\w.])\d{1,6}(?![\w.])")


def mutants(code: str, language: str, count: int, seed: int = 0) -> tuple[str, ...]:
    """Return up to `count` changed forms of the source, spread over its lines; always the same for a seed."""
    content = code.encode("utf-8", "surrogateescape")
    found = chosen(tuple(_spots(code, language)), lambda _: True, count, seed)
    return tuple(
        (content[: spot.start] + spot.new.encode() + content[spot.end :]).decode("utf-8", "surrogateescape")
        for spot in found
    )


def _spots(code: str, language: str) -> Iterator[Spot]:
    """Yield every place where one small change makes another program."""
    skipped = _HASH if language == "python" else _SLASHES
    blanked = skipped.sub(lambda found: re.sub(r"[^\n]", "\0", found[0]), code)
    for place in _OPERATOR.finditer(blanked):
        if not (language != "python" and place[0] in ("in", "and", "or")) and not _is_loop(blanked, place):
            yield _spot(code, place, _SWAPS[place[0]])
    for place in _WORD.finditer(blanked):
        yield _spot(code, place, _WORDS[place[0]])
    for place in _NUMBER.finditer(blanked):
        yield _spot(code, place, str(int(place[0]) + 1))


def _is_loop(code: str, place: re.Match[str]) -> bool:
    """Whether the operator is the `in` of a loop, which cannot be negated."""
    line = code[code.rfind("\n", 0, place.start()) + 1 : place.start()]
    return place[0] == "in" and re.search(r"\bfor\b[^:]*$", line) is not None


def _spot(code: str, place: re.Match[str], new: str) -> Spot:
    before = len(code[: place.start()].encode("utf-8", "surrogateescape"))
    old = place[0]
    line = code.count("\n", 0, place.start()) + 1
    return Spot(path="", start=before, end=before + len(old.encode()), line=line, old=old, new=new)
