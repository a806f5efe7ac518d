"""Inputs near the examples', on which expressions that agree on all examples may yet differ."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

_TRIES: Final = 60


def probes(inputs: Sequence[tuple[Any, ...]], count: int = 6) -> list[tuple[Any, ...]]:
    """Up to `count` new inputs of the same types, made by changing the examples' a little. Always the same ones."""
    chance = random.Random(0)  # noqa: S311 - repeatable on purpose
    seen = {repr(args) for args in inputs}
    found: list[tuple[Any, ...]] = []
    for turn in range(_TRIES):
        base = inputs[turn % len(inputs)]
        pool = [[args[place] for args in inputs] for place in range(len(base))]
        args = tuple(_changed(value, pool[place], chance) for place, value in enumerate(base))
        if repr(args) not in seen:
            seen.add(repr(args))
            found.append(args)
        if len(found) == count:
            break
    return found


def _changed(value: Any, others: Sequence[Any], chance: random.Random) -> Any:
    if isinstance(value, bool):
        return chance.random() < 0.5
    if isinstance(value, int):
        return _integer(value, others, chance)
    if isinstance(value, float):
        return round(value * chance.choice((0.5, 1.5, 2.0, -1.0)) + chance.choice((0.0, 1.0)), 3)
    if isinstance(value, str):
        return _text(value, others, chance)
    if isinstance(value, list | tuple):
        return _sequence(value, chance)
    if isinstance(value, dict):
        items = list(value.items())
        chance.shuffle(items)
        values = [item for _, item in items]
        return {key: _changed(item, values, chance) for key, item in items[: max(1, len(items) - chance.randrange(2))]}
    return value


def _integer(value: int, others: Sequence[Any], chance: random.Random) -> int:
    """Near the value, or another example's; negative or zero only where an example is."""
    lowest = min(other for other in others if isinstance(other, int))
    changed = chance.choice((value + 1, value - 1, value + chance.randrange(2, 8), value * 2, value // 2 + 1))
    return changed if changed >= lowest or changed > 0 else value + 1


def _text(value: str, others: Sequence[Any], chance: random.Random) -> str:
    letters = list(value)
    way = chance.randrange(5)
    if way == 0:
        chance.shuffle(letters)
    elif way == 1 and letters:
        letters.insert(chance.randrange(len(letters) + 1), chance.choice("".join(map(str, others)) or "a"))
    elif way == 2 and len(letters) > 1:
        letters.pop(chance.randrange(len(letters)))
    elif way == 3:
        words = value.split(" ")
        chance.shuffle(words)
        return " ".join(words)
    else:
        letters = [char.swapcase() if chance.random() < 0.3 else char for char in letters]
    return "".join(letters)


def _sequence(value: Sequence[Any], chance: random.Random) -> Any:
    items = list(value)
    # A tuple is a record as often as a row: its length stays.
    way = chance.randrange(5) if isinstance(value, list) else 4
    if way == 0:
        chance.shuffle(items)
    elif way == 1 and items:
        items.insert(chance.randrange(len(items) + 1), chance.choice(items))
    elif way == 2 and len(items) > 1:
        items.pop(chance.randrange(len(items)))
    else:
        items = [_changed(item, items, chance) if chance.random() < 0.6 else item for item in items]
        if len({type(item) for item in items}) == 1:
            chance.shuffle(items)
    return tuple(items) if isinstance(value, tuple) else items
