"""Further sequences of calls, made by small changes to known ones: calls come, go and change places."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

from specwright.core.program.data import Data
from specwright.core.program.infer import fits
from specwright.core.program.signature import CALLS, Signature
from specwright.judge.probes.habits import Habits, mutate

_LONGEST = 24


def further_sequences(
    known: Sequence[Mapping[str, Data]], signature: Signature, rng: random.Random
) -> Iterator[dict[str, Data]]:
    """Return sequences near known ones without end; nothing if there are none."""
    sequences = [run[CALLS] for run in known if run.get(CALLS)]
    calls = [call for sequence in sequences for call in sequence[1:]]
    habits = {
        (name, place): Habits.of([call[place] for call in every if call[0] == name and len(call) > place])
        for every in ([call for sequence in sequences for call in sequence],)
        for name, place in {(call[0], place) for call in every for place in range(1, len(call))}
    }
    types = {each.name: [param.type for param in each.params] for each in signature.callables}
    while sequences:
        first, *rest = (list(call) for call in rng.choice(sequences))
        for _ in range(rng.choice((1, 2, 3))):
            _change(rest, calls, rng)
        made = [first, *rest[:_LONGEST]]
        changed = [_with_arguments(call, habits, rng) if rng.random() < 0.4 else call for call in made]
        if all(_is_legal(call, types[call[0]]) for call in changed):
            yield {CALLS: changed}


def _change(rest: list[list[Data]], calls: Sequence[list[Data]], rng: random.Random) -> None:
    if not calls and not rest:
        return
    place = rng.randrange(len(rest) + 1)
    match rng.choice(("insert", "insert", "remove", "exchange", "repeat")):
        case "remove" if len(rest) > 1:
            rest.pop(min(place, len(rest) - 1))
        case "exchange" if len(rest) > 1:
            one, other = rng.sample(range(len(rest)), 2)
            rest[one], rest[other] = rest[other], rest[one]
        case "repeat" if rest:
            rest.insert(place, list(rng.choice(rest)))
        case _:
            rest.insert(place, list(rng.choice(calls or rest)))


def _with_arguments(call: list[Data], habits: Mapping[tuple[str, int], Habits], rng: random.Random) -> list[Data]:
    if len(call) == 1:
        return call
    place = rng.randrange(1, len(call))
    return [*call[:place], mutate(call[place], habits[call[0], place], rng), *call[place + 1 :]]


def _is_legal(call: list[Data], types: Sequence[object]) -> bool:
    return all(fits(value, kind) for value, kind in zip(call[1:], types, strict=False))  # type: ignore[arg-type]


def smaller_sequences(run: Mapping[str, Data]) -> Iterator[dict[str, Data]]:
    """Return sequences with one call less, or with a part of the calls."""
    first, *rest = run[CALLS]
    for size in (len(rest) // 2, len(rest) * 3 // 4):
        yield {CALLS: [first, *rest[:size]]}
    for place in range(len(rest)):
        yield {CALLS: [first, *rest[:place], *rest[place + 1 :]]}
