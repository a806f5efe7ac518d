"""A difference that was seen: confirmed in fresh processes, and made small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from specwright.core.existing.comparison import DifferenceKind, NoteKind, ShownDifference
from specwright.core.existing.shape import fitted
from specwright.core.program.data import Data, decode
from specwright.core.value import canonical
from specwright.improving.alike import difference, shown
from specwright.improving.inputs import Way, names_of
from specwright.improving.observer import Pair
from specwright.judge.probes.inputs import CallInputs, smaller
from specwright.ports.observing import SeenCall

_STEPS: Final = 25
_MOST_BEFORE: Final = 64
_SMALL_NUMBER: Final = 100
_SMALL_SIZE: Final = 30
_LONGER: Final = 8.0
_OPTIONS: Final = 120


@dataclass(frozen=True)
class Suspect:
    """An input on which the versions were seen to differ."""

    kind: DifferenceKind
    inputs: CallInputs
    before: tuple[CallInputs, ...]
    """The calls before it in the same process."""


class Confirmer:
    """Confirms differences of a pair and makes them small."""

    def __init__(self, pair: Pair, way: Way, tolerance: float) -> None:
        self._pair, self._way, self._tolerance = pair, way, tolerance
        self._names = names_of(pair.old.declared)
        self.unstable = 0

    async def confirmed(self, suspect: Suspect) -> ShownDifference | None:
        """Return the difference made small; None if it does not show again, or only for large inputs."""
        kind = await self._stable([suspect.inputs])
        if kind is not None:
            inputs, kind = await self._smallest(suspect.inputs, kind)
            if kind is DifferenceKind.END and not is_small(inputs):
                return None
            return await self._shown((), inputs, kind)
        before = await self._shortest(suspect)
        if before is None:
            return None
        kind = await self._stable([*before, suspect.inputs])
        return await self._shown(before, suspect.inputs, kind) if kind is not None else None

    async def _stable(self, calls: Sequence[CallInputs]) -> DifferenceKind | None:
        """Return how the last of these calls differs in two fresh processes each, if it does so twice in the same way.

        A version that answers otherwise the second time is unstable, and tells nothing.
        """
        (old, new), (old_again, new_again) = await self._pair.alone([calls, calls])
        notes: set[NoteKind] = set()
        if self._tell(old, old_again, notes) or self._tell(new, new_again, notes):
            self.unstable += 1
            return None
        kind = self._tell(old, new, notes)
        if kind is DifferenceKind.END:
            [(old, new)] = await self._pair.alone([calls], _LONGER)
            return self._tell(old, new, notes)
        return kind

    def _tell(self, one: SeenCall, other: SeenCall, notes: set[NoteKind]) -> DifferenceKind | None:
        return difference(one, other, notes, self._tolerance)

    async def _smallest(self, inputs: CallInputs, kind: DifferenceKind) -> tuple[CallInputs, DifferenceKind]:
        """Return the simplest input found on which the versions differ in the same way."""
        best, tried = inputs, {canonical(inputs)}
        shapes = dict(zip(self._names, self._way, strict=False))
        for _ in range(_STEPS):
            options: list[CallInputs] = []
            for option in smaller(best):
                fit = {name: fitted(value, shapes[name]) for name, value in option.items() if name in shapes}
                key = canonical(fit)
                if key not in tried and self._fits(fit) and len(options) < _OPTIONS:
                    tried.add(key)
                    options.append(fit)
            if not options:
                break
            old, new = await self._pair.seen(options)
            simplest = next(
                (at for at, pair in enumerate(zip(old, new, strict=True)) if self._tell(*pair, set()) is kind), None
            )
            if simplest is None or await self._stable([options[simplest]]) is not kind:
                break
            best = options[simplest]
        return best, kind

    def _fits(self, inputs: CallInputs) -> bool:
        return len(canonical(inputs)) < 20_000

    async def _shortest(self, suspect: Suspect) -> tuple[CallInputs, ...] | None:
        """Return few calls before it that the difference needs; None if it does not show again with them either."""
        before = suspect.before[-_MOST_BEFORE:]
        if not before or await self._stable([*before, suspect.inputs]) is None:
            return None
        while len(before) > 1:
            half = (len(before) + 1) // 2
            parts = [part for part in (before[:half], before[half:]) if part]
            pairs = await self._pair.alone([[*part, suspect.inputs] for part in parts])
            kept = next((part for part, pair in zip(parts, pairs, strict=True) if self._tell(*pair, set())), None)
            if kept is None:
                break
            before = kept
        return before

    async def _shown(self, before: tuple[CallInputs, ...], inputs: CallInputs, kind: DifferenceKind) -> ShownDifference:
        seconds = _LONGER if kind is DifferenceKind.END else None
        [(old, new)] = await self._pair.alone([[*before, inputs]], seconds)
        return ShownDifference(kind=kind, inputs=inputs, old=shown(old, kind), new=shown(new, kind), before=before)


def is_small(inputs: CallInputs) -> bool:
    """Return whether every correct program comes to an end on the input in no time, whatever its algorithm."""
    return all(map(_is_small, inputs.values()))


def _is_small(data: Data) -> bool:
    if isinstance(data, bool) or data is None:
        return True
    if isinstance(data, int | float):
        return abs(data) <= _SMALL_NUMBER
    if isinstance(data, str):
        return len(data) <= _SMALL_SIZE
    if isinstance(data, list):
        return len(data) <= _SMALL_SIZE and all(map(_is_small, data))
    if isinstance(data, dict) and next(iter(data), "") in ("$int", "$float"):
        return bool(abs(decode(data)) <= _SMALL_NUMBER)
    return isinstance(data, dict) and all(map(_is_small, data.values()))
