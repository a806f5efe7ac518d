"""Inputs out of the candidates' own literals: where a program compares with 7, the inputs 6, 7 and 8 may tell.

A literal that some candidates have and others lack goes first. No expected value is ever made here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from specwright.core.program.data import Data, encode
from specwright.core.program.infer import fits
from specwright.core.program.kind import TaskKind
from specwright.core.program.language import Language
from specwright.core.program.signature import Signature
from specwright.core.value import Value
from specwright.judge.habits import Habits
from specwright.judge.inputs import Inputs, take
from specwright.judge.tokens import TokenKind, tokens

_Literal = TypeVar("_Literal", int, float, str)
_LARGEST: Final = 1_000_000
_LONGEST_TEXT: Final = 24
_LONGEST_LIST: Final = 24


class Mined(Value):
    """What literals of programs suggest as inputs, the most telling first."""

    whole: tuple[int, ...] = ()
    """Whole numbers and their neighbours, where comparisons change."""
    numbers: tuple[float, ...] = ()
    texts: tuple[str, ...] = ()


def mine(codes: Sequence[str], language: Language) -> Mined:
    """Return what the literals of these programs suggest."""
    whole: Counter[int] = Counter()
    numbers: Counter[float] = Counter()
    texts: Counter[str] = Counter()
    for code in codes:
        found = list(tokens(code, language))
        literals = {token.text.replace("_", "") for token in found if token.kind is TokenKind.NUMBER}
        values = {float(text) for text in literals if len(text) <= _LONGEST_TEXT}
        bounded = {value for value in values if value <= _LARGEST}
        whole.update({int(value) + step for value in bounded if value == int(value) for step in (-1, 0, 1)})
        numbers.update(value for value in bounded if value != int(value))
        texts.update({text for token in found if token.kind is TokenKind.TEXT and (text := _inside(token.text))})
    return Mined(
        whole=_telling(whole, len(codes)), numbers=_telling(numbers, len(codes)), texts=_telling(texts, len(codes))
    )


def _telling(counts: Counter[_Literal], programs: int) -> tuple[_Literal, ...]:
    """Return what was counted: first what about half of the programs have."""
    return tuple(sorted(counts, key=lambda value: (abs(2 * counts[value] - programs), str(value))))


def _inside(literal: str) -> str:
    """Return the plain content of a literal of text; empty if it has any of its own syntax or is long."""
    text = literal.lstrip("rbfuRBFU#").rstrip("#").strip("\"'`")
    return text if len(text) <= _LONGEST_TEXT and not set(text) & {"\\", "{", "%", "\n"} else ""


def from_mined(
    known: Sequence[Mapping[str, Data]], mined: Mined, seed: int, count: int, signature: Signature
) -> tuple[Inputs, ...]:
    """Return up to `count` new calls: known ones with a mined value planted in one argument.

    A number, a text or an item is replaced, and a list or a text gets a length that the programs name. As with
    `from_known`, numbers stay in the range of the known ones. None of a program or a class.
    """
    if not known or signature.kind is not TaskKind.FUNCTION:
        return ()
    rng = random.Random(seed)  # noqa: S311 - reproducible on purpose
    types = {param.name: param.type for param in signature.params}
    habits = {name: Habits.of([call[name] for call in known if name in call]) for name in types}

    def candidates() -> Iterator[Inputs]:
        while True:
            call = dict(rng.choice(known))
            name = rng.choice(sorted(call)) if call else ""
            if name in types:
                call[name] = _planted(call[name], mined, habits[name], rng)
                if fits(call[name], types[name]):
                    yield call
                    continue
            yield dict(known[0])

    return take(candidates(), count, known=known)


def _planted(data: Data, mined: Mined, habits: Habits, rng: random.Random) -> Data:
    """Return the value with something mined in it; as it is if nothing fits."""
    if isinstance(data, bool):
        return data
    if isinstance(data, int | float):
        return _number(data, mined, habits, rng)
    if isinstance(data, str):
        return _text(data, mined, habits, rng)
    if isinstance(data, list):
        return _items(data, mined, habits, rng)
    if isinstance(data, dict):
        [(tag, body)] = data.items()
        if tag == "$tuple" and body:
            at = rng.randrange(len(body))
            return {tag: [*body[:at], _planted(body[at], mined, habits, rng), *body[at + 1 :]]}
        if tag == "$map" and body:
            at = rng.randrange(len(body))
            return {tag: [*body[:at], [body[at][0], _planted(body[at][1], mined, habits, rng)], *body[at + 1 :]]}
    return data


def _number(value: float, mined: Mined, habits: Habits, rng: random.Random) -> Data:
    options: list[float] = [item for item in mined.whole if item >= habits.least]
    if isinstance(value, float):
        options = [float(item) for item in (*options, *mined.numbers) if item >= habits.least]
    return encode(_early(options, rng)) if options else value


def _text(text: str, mined: Mined, habits: Habits, rng: random.Random) -> str:
    lengths = [length for length in mined.whole if habits.shortest_text <= length <= _LONGEST_TEXT]
    if text and lengths and (rng.random() < 0.5 or not mined.texts):
        length = _early(lengths, rng)
        return (text * (length // len(text) + 1))[:length]
    if not mined.texts:
        return text
    at = rng.randint(0, len(text))
    piece = _early(mined.texts, rng)
    if len(piece) > 1 and rng.random() < 0.5:  # such as the vowels, or the letters of an alphabet
        piece = rng.choice(piece)
    return rng.choice((text[:at] + piece + text[at:], text[:at] + piece + text[at + len(piece) :], piece))


def _items(items: list[Data], mined: Mined, habits: Habits, rng: random.Random) -> list[Data]:
    lengths = [length for length in mined.whole if habits.shortest_list <= length <= _LONGEST_LIST]
    if not items:
        return items
    if lengths and rng.random() < 0.3:
        length = _early(lengths, rng)
        return (items * (length // len(items) + 1))[:length]
    at = rng.randrange(len(items))
    return [*items[:at], _planted(items[at], mined, habits, rng), *items[at + 1 :]]


def _early(options: Sequence[_Literal], rng: random.Random) -> _Literal:
    """Return one of the options, an early one more often than a late one."""
    return options[min(rng.randrange(len(options)), rng.randrange(len(options)))]
