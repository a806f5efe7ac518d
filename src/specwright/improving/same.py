"""Do two versions of a function behave alike? A search for an input on which they do not.

Inputs are made in rounds, and both versions make the same calls. A call that reaches a new place in either version is
a start for further ones. Nothing is ever called the same: the report has the inputs tried and what they reached.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from specwright.core.errors import UserError
from specwright.core.existing.comparison import ComparedFunction, DifferenceKind, Likeness, NoteKind, ShownDifference
from specwright.core.existing.shape import DeclaredFunction
from specwright.core.program.data import Data
from specwright.core.value import Value, canonical
from specwright.improving.alike import TOLERANCE, difference
from specwright.improving.confirm import Confirmer, Suspect
from specwright.improving.inputs import InputSource, Way, names_of, ways
from specwright.improving.observer import Equipment, Pair, Version, prepared
from specwright.judge.probes.inputs import CallInputs
from specwright.ports.observing import Observing, SeenCall

INPUTS: Final = 2000
_ROUNDS: Final = (0.15, 0.2, 0.25, 0.25, 0.15)
"""The part of the inputs that each round makes. The last one has large numbers."""
_PER_WAY: Final = 9
_CORPUS: Final = 400
_SUSPECTS: Final = 8
"""So many of a round are confirmed at most."""
_ENOUGH: Final = 20
_NOT_FOR: Final = frozenset(["TypeError", "AttributeError", "NameError"])
"""Errors of a dynamic language that say: no such argument. Where types were guessed, they say nothing else."""
_WORST_SHARE: Final = 0.05
_MEANINGLESS: Final = {name: {NoteKind.ORDER} for name in ("go", "rust", "java")}
"""Notes that say nothing: the order of most maps of these languages is that of chance."""

SearchProgress = Callable[[str], None]


class SameOptions(Value):
    """How long is searched, and what counts as equal."""

    inputs: int = INPUTS
    seed: int = 0
    tolerance: float = TOLERANCE
    counts_all: bool = False
    """Try all inputs, and count those on which the versions differ, instead of ending with the first."""


class Comparing:
    """One comparison: what was tried so far, and what it showed."""

    def __init__(
        self,
        pair: Pair,
        options: SameOptions,
        on_progress: SearchProgress | None = None,
        recorded: Sequence[tuple[tuple[Data, ...], Data]] = (),
    ) -> None:
        self._pair, self._options, observing = pair, options, pair.equipment.observing
        self._tell = on_progress or (lambda _: None)
        self._declared = _with_calls(pair.old.declared, pair.new.declared)
        constants = {
            canonical(each): each
            for version in (pair.old, pair.new)
            for each in observing.constants(version.code, version.declared)
        }
        self._source = InputSource(self._declared, list(constants.values()), options.seed)
        self._marks: tuple[set[int], set[int]] = (set(), set())
        self._corpus: list[CallInputs] = []
        self._counts: Counter[str] = Counter()
        self._notes: set[NoteKind] = set()
        if pair.language == "python" and renamed(pair.old.declared, pair.new.declared):
            self._notes.add(NoteKind.NAMES)
        self._is_guessed = any(
            param.shape is None or param.shape.type.mentions("any") for param in self._declared.params
        )
        self._way: Way = ()
        names = names_of(self._declared)
        self._recorded = {canonical(dict(zip(names, call, strict=False))): result for call, result in recorded}

    async def run(self) -> ComparedFunction:
        """Search. Raise SandboxUnavailable."""
        self._way, samples = await self._settled_way()
        count = self._options.inputs
        found = await self._round([*self._source.known(), *samples])
        found = found or await self._round(self._source.first(self._way, int(count * _ROUNDS[0])))
        for place, part in enumerate(_ROUNDS[1:], 1):
            if found is not None and not self._options.counts_all:
                break
            large = place == len(_ROUNDS) - 1
            calls = self._source.further(self._way, self._corpus, int(count * part), large=large)
            found = await self._round(calls, has_one=found is not None) or found
        return self._concluded(found)

    async def _settled_way(self) -> tuple[Way, list[CallInputs]]:
        """Return what the parameters most likely are, and calls of that kind.

        Of what they may be, it is what the old version answers most.
        """
        options = ways(self._declared)
        if len(options) == 1:
            return options[0], []
        calls = [self._source.samples(way, _PER_WAY) for way in options]
        flat = [call for part in calls for call in part]
        old, _ = await self._pair.seen(flat)
        scores, at = [], 0
        for rank, part in enumerate(calls):
            scores.append((_score(old[at : at + len(part)]) - 0.04 * rank, -rank))
            at += len(part)
        best = -max(scores)[1]
        return options[best], calls[best]

    async def _round(self, inputs: Sequence[CallInputs], *, has_one: bool = False) -> ShownDifference | None:
        """Make these calls. Return a difference that is confirmed; None if there is none, or one is known already."""
        if not inputs:
            return None
        old, new = await self._pair.seen(inputs)
        suspects: list[Suspect] = []
        for at, (call, one, other) in enumerate(zip(inputs, old, new, strict=True)):
            if self._recorded and (known := self._recorded.get(canonical(call), self)) is not self:
                self._counts["recorded"] += 1
                self._counts["faithful"] += one.ending == "returned" and canonical(one.value) == canonical(known)
            if self._is_new(one, other):
                self._corpus = [*self._corpus[-_CORPUS:], call]
            kind = self._compared(one, other)
            if kind is not None:
                suspects.append(Suspect(kind=kind, inputs=call, before=tuple(inputs[max(0, at - 64) : at])))
        self._counts["differing"] += sum(each.kind is not DifferenceKind.END for each in suspects)
        self._tell(f"{self._counts['tried']} inputs")
        if has_one:
            return None
        return await self._first_confirmed(suspects, dict(zip(map(canonical, inputs), old, strict=True)))

    def _is_new(self, old: SeenCall, new: SeenCall) -> bool:
        """Note what both reached. Return whether one of them reached something new."""
        self._marks[0].update(old.marks)
        self._marks[1].update(new.marks)
        return bool(old.marks or new.marks)

    def _compared(self, old: SeenCall, new: SeenCall) -> DifferenceKind | None:
        """Count what the calls came to. Return how they differ."""
        self._counts["tried"] += 1
        if old.ending == "refused" or new.ending == "refused":
            self._counts["outside"] += 1
            return None
        if old.ending == "raised" and old.error in _NOT_FOR and self._is_guessed and not self._raises(old.error):
            self._counts["outside"] += 1
            return None
        kind = difference(old, new, self._notes, self._options.tolerance)
        if "unfinished" in (old.ending, new.ending):
            self._counts["unfinished"] += 1
            return kind
        self._counts["compared"] += 1
        self._counts["raised"] += old.ending == "raised"
        return kind

    def _raises(self, error: str) -> bool:
        """Return whether the code raises the error by itself, so that callers may count on it."""
        return f"raise {error}" in self._pair.old.code or f"throw new {error}" in self._pair.old.code

    async def _first_confirmed(self, suspects: Sequence[Suspect], old: dict[str, SeenCall]) -> ShownDifference | None:
        """Return the first difference that shows again, those first on which the old version gives a result."""
        confirmer = Confirmer(self._pair, self._way, self._options.tolerance)
        ranked = sorted(
            suspects,
            key=lambda each: (
                each.kind is DifferenceKind.END,
                old[canonical(each.inputs)].ending != "returned",
                len(canonical(each.inputs)),
            ),
        )
        ends = 0
        for suspect in ranked[: _SUSPECTS * 2]:
            if suspect.kind is DifferenceKind.END:
                ends += 1
                if ends > 2:
                    continue
            shown = await confirmer.confirmed(suspect)
            if shown is not None:
                return shown
            if suspect.kind is DifferenceKind.END:
                self._notes.add(NoteKind.UNFINISHED)
        self._counts["unstable"] += confirmer.unstable
        return None

    def _concluded(self, found: ShownDifference | None) -> ComparedFunction:
        counts = self._counts
        likeness, why = (Likeness.DIFFERENT, "") if found else self._without_difference()
        versions = (self._pair.old, self._pair.new)
        reaches = [
            self._pair.equipment.observing.reach(version.code, version.observed, frozenset(marks))
            for version, marks in zip(versions, self._marks, strict=True)
        ]
        return ComparedFunction(
            old=self._pair.old.declared.name,
            new=self._pair.new.declared.name,
            language=self._pair.language,
            likeness=likeness,
            why=why,
            difference=found,
            tried=counts["tried"],
            compared=counts["compared"],
            raised=counts["raised"],
            unfinished=counts["unfinished"],
            unstable=counts["unstable"],
            outside=counts["outside"],
            inputs=tuple(
                f"{param.name}: {shape.type}{'' if param.shape is not None else ' (guessed)'}"
                for param, shape in zip(self._declared.params, self._way, strict=False)
            ),
            old_reach=reaches[0],
            new_reach=reaches[1],
            notes=tuple(sorted(self._notes - _MEANINGLESS.get(self._pair.language, set()))),
            differing=counts["differing"] if self._options.counts_all and found else 0,
            types=tuple(shape.type for shape in self._way),
            recorded=counts["recorded"],
            faithful=counts["faithful"] if self._recorded else None,
        )

    def _without_difference(self) -> tuple[Likeness, str]:
        counts, has_inputs = self._counts, bool(self._declared.params)
        if counts["compared"] < (_ENOUGH if has_inputs else 1) and counts["compared"] < 0.5 * counts["tried"]:
            return Likeness.UNDECIDED, f"only {counts['compared']} of {counts['tried']} inputs could be compared"
        if counts["unstable"]:
            return Likeness.UNDECIDED, "a version answers otherwise when it is asked again"
        returned = counts["compared"] - counts["raised"]
        if has_inputs and returned < _WORST_SHARE * counts["tried"]:
            return Likeness.UNDECIDED, f"the old version gives a result for only {returned} of {counts['tried']} inputs"
        return Likeness.NO_DIFFERENCE, ""


def _score(seen: Sequence[SeenCall]) -> float:
    """Return how much of these calls the function seems to be made for."""
    if not seen:
        return -1.0
    fine = sum(each.ending == "returned" and not _is_nothing(each) for each in seen)
    raised = sum(each.ending == "raised" and each.error not in _NOT_FOR for each in seen)
    return (fine + 0.15 * raised) / len(seen)


def _is_nothing(seen: SeenCall) -> bool:
    """Return whether a result is what a dynamic language gives for an argument of the wrong kind."""
    text = canonical(seen.value)
    return '"nan"' in text or "undefined" in text or "NaN" in text or '"\\u0000undefined"' in text


def _with_calls(old: DeclaredFunction, new: DeclaredFunction) -> DeclaredFunction:
    """Return the old declaration with what is known of both."""
    params = tuple(
        param.model_copy(update={"shape": other.shape, "may_lack": param.may_lack and other.may_lack})
        if param.shape is None and other is not None
        else param.model_copy(update={"may_lack": param.may_lack and other.may_lack})
        if other is not None
        else param
        for param, other in zip(old.params, [*new.params, *[None] * len(old.params)], strict=False)
    )
    calls = {canonical(list(call)): call for call in (*old.calls, *new.calls)}
    return old.model_copy(update={"params": params, "calls": tuple(calls.values())})


async def compared(
    equipment: Equipment,
    old: tuple[str, str],
    new: tuple[str, str],
    options: SameOptions,
    on_progress: SearchProgress | None = None,
    *,
    beside: Equipment | None = None,
    recorded: Sequence[tuple[tuple[Data, ...], Data]] = (),
) -> ComparedFunction:
    """Compare two versions, each the code and a function's name. Raise UserError, SandboxUnavailable.

    `beside` is the equipment of the new version if it lies in another project. `recorded` are arguments that are tried
    first, with the results that were seen.
    """
    newer = beside or equipment
    before, after = read_function(equipment.observing, *old), read_function(newer.observing, *new)
    before = before.model_copy(update={"calls": (*(call for call, _ in recorded), *before.calls)})
    open_end = ComparedFunction(
        old=before.name, new=after.name, language=equipment.toolchain.language, likeness=Likeness.UNDECIDED
    )
    if why := _arity(before, after):
        return open_end.model_copy(update={"likeness": Likeness.DIFFERENT, "why": why})
    names = names_of(before)
    versions: list[Version] = list(
        await asyncio.gather(
            prepared(equipment, old[0], before, names),
            prepared(newer, new[0], aligned(after, before), names),
        )
    )
    for word, version in zip(("old", "new"), versions, strict=True):
        if version.problem is not None:
            return open_end.model_copy(update={"why": f"the {word} version cannot be run here: {version.problem}"})
    pair = Pair(equipment, *versions)
    loaded, loaded_too = await pair.seen([_any_call(before)])
    for word, first in (("old", loaded[0]), ("new", loaded_too[0])):
        if first.ending == "not loaded":
            return open_end.model_copy(
                update={"why": f"the {word} version cannot be run here: {_last_line(first.message) or first.error}"}
            )
    return await Comparing(pair, options, on_progress, recorded).run()


def read_function(observing: Observing, code: str, name: str) -> DeclaredFunction:
    """Return the function of that name. Raise UserError if there is none, or if it cannot be read."""
    try:
        return observing.declared(code, name)
    except RecursionError:
        raise UserError(f"{name} is nested too deep to be read", hint="compare a part of it") from None


def _any_call(declared: DeclaredFunction) -> CallInputs:
    return next(iter(InputSource(declared, (), 0).first(ways(declared)[0], 1)), {})


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


def aligned(after: DeclaredFunction, before: DeclaredFunction) -> DeclaredFunction:
    """Return the new declaration with the parameters that the arguments of the old one go to, in their order.

    What the old version takes by its name goes to the parameter of that name.
    """
    by_name = {param.name: param for param in after.params}
    plain = [param for param in after.params if param.form != "keyword"]
    params = []
    for at, param in enumerate(before.params):
        same = by_name.get(param.name)
        if param.form == "keyword" and same is not None and same.form in ("keyword", "plain"):
            params.append(same.model_copy(update={"form": "keyword"}))
        else:
            params.append(plain[at] if at < len(plain) else param)
    return after.model_copy(update={"params": tuple(params), "probes": before.probes})


def renamed(old: DeclaredFunction, new: DeclaredFunction) -> bool:
    """Return whether callers who give arguments by their names can give them to one version alone."""
    return [param.name for param in old.params] != [param.name for param in aligned(new, old).params]


def _arity(old: DeclaredFunction, new: DeclaredFunction) -> str:
    """Return why the new version cannot take the arguments of the old one; an empty text if it can."""
    if new.needed > (old.needed if old.most is None else old.most):
        return f"the new version needs {new.needed} arguments, the old one takes {old.most}"
    if old.most is not None and new.most is not None and new.most < old.most:
        return f"the new version takes {new.most} arguments at most, the old one {old.most}"
    keywords = {param.name for param in new.params if param.form == "keyword" and not param.may_lack}
    unknown = keywords - {param.name for param in old.params if param.form == "keyword"}
    if unknown:
        return f"the new version needs the argument {min(unknown)} by its name"
    known = {param.name for param in new.params}
    lost = {param.name for param in old.params if param.form == "keyword"} - known
    if lost and all(param.form != "options" for param in new.params):
        return f"the new version does not take the argument {min(lost)} by its name"
    return ""
