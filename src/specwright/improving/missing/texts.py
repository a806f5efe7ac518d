"""Inputs for code that reads texts: lines that its own patterns match, and calls with few of their options."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as patterns  # type: ignore[attr-defined]
from typing import Any, Final

from specwright.core.existing.shape import DeclaredFunction
from specwright.core.program.data import Data
from specwright.improving.inputs import InputSource
from specwright.judge.probes.inputs import CallInputs

_SIGNS: Final = re.compile(r"[\\^$*+?\[\](|]")
_PER_PATTERN: Final = 4
_MOST_PATTERNS: Final = 40
_MOST_REPEATS: Final = 3
_ANY: Final = "abc xyz019,.-_"
_CLASSES: Final = {
    codes.CATEGORY_DIGIT: "0123456789",
    codes.CATEGORY_NOT_DIGIT: "ab -",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_NOT_SPACE: "ab1-",
    codes.CATEGORY_WORD: "abcZ09_",
    codes.CATEGORY_NOT_WORD: " -.",
}


def matching_texts(constants: Sequence[Data], seed: int) -> list[str]:
    """Return texts that match those constants that are regular expressions."""
    rng = random.Random(seed)  # noqa: S311 - reproducible on purpose
    found: dict[str, None] = {}
    for each in [text for text in constants if isinstance(text, str) and _SIGNS.search(text)][:_MOST_PATTERNS]:
        for _ in range(_PER_PATTERN):
            made = matching(each, rng)
            if made is not None and made != each:
                found[made] = None
    return list(found)


def matching(pattern: str, rng: random.Random) -> str | None:
    """Return a text that the pattern most likely matches; None if it is no pattern."""
    try:
        parsed = patterns.parse(pattern)
    except (re.error, RecursionError, OverflowError, ValueError):
        return None
    groups: dict[int, str] = {}
    return _text(parsed, rng, groups)


def _text(parsed: Any, rng: random.Random, groups: dict[int, str]) -> str:
    return "".join(_piece(op, value, rng, groups) for op, value in parsed)


def _piece(op: Any, value: Any, rng: random.Random, groups: dict[int, str]) -> str:
    if op is codes.LITERAL:
        return chr(value)
    if op is codes.NOT_LITERAL:
        return rng.choice([sign for sign in _ANY if ord(sign) != value])
    if op is codes.ANY:
        return rng.choice(_ANY)
    if op is codes.IN:
        return _one_of(value, rng)
    if op is codes.BRANCH:
        return _text(rng.choice(value[1]), rng, groups)
    if op is codes.SUBPATTERN:
        made = _text(value[-1], rng, groups)
        groups[value[0]] = made
        return made
    if op in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        least, most, inner = value
        most = min(least + _MOST_REPEATS, most if most is not codes.MAXREPEAT else least + _MOST_REPEATS)
        return "".join(_text(inner, rng, groups) for _ in range(rng.randint(least, max(least, most))))
    if op is codes.GROUPREF:
        return groups.get(value, "")
    if op is codes.ATOMIC_GROUP:
        return _text(value, rng, groups)
    return ""  # places and assertions stand for nothing


def _one_of(items: Any, rng: random.Random) -> str:
    letters: list[str] = []
    spans: list[tuple[int, int]] = []
    negated = False
    for op, value in items:
        if op is codes.NEGATE:
            negated = True
        elif op is codes.LITERAL:
            letters.append(chr(value))
        elif op is codes.RANGE:
            spans.append(value)
            letters += [chr(value[0]), chr((value[0] + value[1]) // 2), chr(value[1])]
        elif op is codes.CATEGORY:
            letters += _CLASSES.get(value, "a")
    if negated:
        inside = (sign for sign in _ANY if not any(first <= ord(sign) <= last for first, last in spans))
        letters = [sign for sign in inside if sign not in letters]
    return rng.choice(letters or ["a"])


class CallSource(InputSource):
    """Calls of existing code that may be a parser or take many options."""

    def __init__(self, declared: DeclaredFunction, constants: Sequence[Data], seed: int) -> None:
        self._lines = matching_texts(constants, seed)
        super().__init__(declared, [*constants, *self._lines], seed)
        self._optional = [name for name, param in zip(self.names, declared.params, strict=True) if param.may_lack]

    @property
    def names(self) -> tuple[str, ...]:
        return self._names

    def trimmed(self, call: CallInputs) -> CallInputs:
        """Return the call with few of its options: with all of them at once nearly every call is refused."""
        given = [name for name in self._optional if name in call]
        if len(given) < 2:
            return call
        kept = set(self._rng.sample(given, k=self._rng.choice((0, 0, 1, 1, 1, 2, 2, len(given)))))
        return {name: value for name, value in call.items() if name not in self._optional or name in kept}

    def _text(self) -> str:
        if self._lines and self._rng.random() < 0.45:
            lines = [self._rng.choice(self._lines) for _ in range(self._rng.choice((1, 1, 2, 3, 5)))]
            return self._rng.choice(("\n", "\n", " ", "")).join(lines)
        return super()._text()

    def _near(self, value: Data) -> Data:
        if isinstance(value, str) and self._lines and self._rng.random() < 0.5:
            lines = value.split("\n")
            at = self._rng.randrange(len(lines) + 1)
            change = self._rng.random()
            if change < 0.6:
                lines.insert(at, self._rng.choice(self._lines))
            elif change < 0.8:
                lines.insert(at, self._rng.choice(("", "a", " a", "+a", "-a", "b")))
            else:
                del lines[at - 1]
            return "\n".join(lines)
        return super()._near(value)
