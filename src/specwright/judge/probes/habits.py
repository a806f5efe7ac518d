"""What the known values of a parameter have in common, and small changes that keep to it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Self

from specwright.core.program.data import SAFE_INT, Data, encode
from specwright.core.program.special.frames import FRAMES
from specwright.core.program.special.scalars import TAGS
from specwright.core.value import Value, canonical
from specwright.judge.probes.special_values import mutate_special
from specwright.judge.probes.tables import mutate_table


class Habits(Value):
    """The range that known values keep to: the least number, the shortest container, the characters used."""

    least: float = 0.0
    shortest_list: int = 0
    shortest_text: int = 0
    letters: tuple[str, ...] = ()
    scalars: tuple[Data, ...] = ()
    """Numbers and texts that occur: boundaries hide where one value meets another."""

    @classmethod
    def of(cls, values: Sequence[Data]) -> Self:
        parts = [part for value in values for part in _parts(value)]
        numbers = [part for part in parts if isinstance(part, int | float) and not isinstance(part, bool)]
        texts = [part for part in parts if isinstance(part, str)]
        lists = [part for part in parts if isinstance(part, list)]
        scalars = {canonical(part): part for part in [*numbers, *texts]}
        return cls(
            least=float(min(numbers, default=0)),
            shortest_list=min(map(len, lists), default=0),
            shortest_text=min(map(len, texts), default=0),
            letters=tuple(sorted({letter for text in texts for letter in text})),
            scalars=tuple(scalars[key] for key in sorted(scalars)),
        )


def _parts(data: Data) -> Iterator[Data]:
    yield data
    if isinstance(data, list):
        for item in data:
            yield from _parts(item)
    elif isinstance(data, dict):
        for body in data.values():
            if isinstance(body, list):
                for item in body:
                    yield from _parts(item)


def mutate(data: Data, habits: Habits, rng: random.Random) -> Data:
    """A value near `data` that keeps to the habits where it can; opaque values come back as they are."""
    if isinstance(data, bool):
        return not data
    if isinstance(data, int):
        return _mutate_int(data, habits, rng)
    if isinstance(data, float):
        return _mutate_float(data, habits, rng)
    if isinstance(data, str):
        return _mutate_text(data, habits, rng)
    if isinstance(data, list):
        return _mutate_items(data, habits, rng, habits.shortest_list)
    if isinstance(data, dict):
        if data.keys() <= set(FRAMES.values()):
            return mutate_table(data, lambda item: mutate(item, habits, rng), rng)
        return _mutate_tagged(data, habits, rng)
    return data


def _mutate_int(value: int, habits: Habits, rng: random.Random) -> Data:
    whole = [item for item in habits.scalars if isinstance(item, int)]
    options = [value + 1, value - 1, value + 2, value * 2, value // 2, 0, 1, -value, value + rng.randint(-9, 9)]
    options += [rng.choice(whole)] if whole else []
    allowed = [option for option in options if habits.least <= option < SAFE_INT and option != value]
    return rng.choice(allowed) if allowed else value + 1


def _mutate_float(value: float, habits: Habits, rng: random.Random) -> Data:
    known = [float(item) for item in habits.scalars if isinstance(item, int | float)]
    options = [value + 1, value - 1, value * 2, value / 2, 0.0, -value, round(value + rng.uniform(-1, 1), 2)]
    options += [rng.choice(known)] if known else []
    allowed = [option for option in options if habits.least <= option and abs(option) < 1e15 and option != value]
    return encode(rng.choice(allowed)) if allowed else encode(value + 1.0)


def _mutate_text(text: str, habits: Habits, rng: random.Random) -> str:
    at = rng.randrange(len(text)) if text else 0
    letter = rng.choice(habits.letters) if habits.letters else "a"
    options = [text[:at] + letter + text[at:], text[:at] + letter + text[at + 1 :], text[::-1]]
    if len(text) > habits.shortest_text:
        options += [text[:at] + text[at + 1 :], text[:at] or text, text[at:]]
    if text:
        options += [text[: at + 1] + text[at:], text.swapcase() if letter.isalpha() else text, text + text]
    words = [item for item in habits.scalars if isinstance(item, str)]
    options += [rng.choice(words)] if words else []
    allowed = [option for option in options if option != text and len(option) >= habits.shortest_text]
    return rng.choice(allowed) if allowed else text + letter


def _mutate_items(items: list[Data], habits: Habits, rng: random.Random, shortest: int) -> list[Data]:
    if not items:
        scalars = list(habits.scalars)
        return [rng.choice(scalars)] if scalars else [0]
    at, to = rng.randrange(len(items)), rng.randrange(len(items))
    changed = [*items[:at], mutate(items[at], habits, rng), *items[at + 1 :]]
    options = [changed, changed, changed]
    options.append([*items[:to], items[at], *items[to:]])
    options.append([*items[:to], mutate(items[at], habits, rng), *items[to:]])
    swapped = list(items)
    swapped[at], swapped[to] = swapped[to], swapped[at]
    options += [swapped, items[::-1]]
    if len(items) > shortest:
        options += [[*items[:at], *items[at + 1 :]], items[:at] or items[at:]]
    return rng.choice(options)


def _mutate_tagged(data: dict[str, Data], habits: Habits, rng: random.Random) -> Data:
    [(tag, body)] = data.items()
    if tag == "$tuple" and body:
        at = rng.randrange(len(body))
        return {tag: [*body[:at], mutate(body[at], habits, rng), *body[at + 1 :]]}
    if tag == "$set":
        items = {canonical(item): item for item in _mutate_items(list(body), habits, rng, 0)}
        return {tag: [items[key] for key in sorted(items)]}
    if tag == "$map" and body:
        at = rng.randrange(len(body))
        if rng.random() < 0.25:
            return {tag: [*body[:at], *body[at + 1 :]]}
        return {tag: [*body[:at], [body[at][0], mutate(body[at][1], habits, rng)], *body[at + 1 :]]}
    return mutate_special(data, rng) if tag in TAGS.values() else data
