"""A search for calls of existing code that reach what no test reaches: in rounds, near those that reached something."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from specwright.core.existing.calls import (
    CallPlan,
    CallStep,
    GivenArgument,
    Mark,
    PartForm,
    PlanOutcome,
    TestablePart,
)
from specwright.core.program.data import Data
from specwright.core.value import canonical
from specwright.improving.inputs import Way, names_of, ways
from specwright.improving.missing.probes import Prober
from specwright.improving.missing.texts import CallSource
from specwright.judge.probes.inputs import CallInputs

PLANS: Final = 2000
"""Calls that are tried of one file."""
_ROUNDS: Final = (0.2, 0.2, 0.2, 0.2, 0.2)
_WAYS: Final = 10
_PER_WAY: Final = 4
_MAKERS: Final = 24
_MOST_UNFINISHED: Final = 5
_CORPUS: Final = 60
_LONGEST: Final = 600
"""Characters of the arguments of a call that people would read."""
NOT_FOR: Final = frozenset(
    """
    TypeError AttributeError NameError OSError EOFError ImportError SystemExit FileNotFoundError NotADirectoryError
    IsADirectoryError PermissionError ModuleNotFoundError UnboundLocalError ReferenceError SyntaxError RangeError
    """.split()  # noqa: SIM905
)
"""Errors that say: no such argument, or no such machine. They count only where the code raises them by itself."""


@dataclass
class _Searched:
    """What is known of one part."""

    part: TestablePart
    source: CallSource
    options: tuple[Way, ...]
    ways: list[Way] = field(default_factory=list)
    scores: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    corpus: list[CallInputs] = field(default_factory=list)
    tried: int = 0
    ended: int = 0
    unfinished: int = 0


@dataclass(frozen=True)
class TriedPlan:
    plan: CallPlan
    outcome: PlanOutcome


class Explorer:
    """One search, over the parts of one file."""

    def __init__(
        self,
        prober: Prober,
        targets: Sequence[TestablePart],
        wanted: frozenset[Mark],
        *,
        seed: int,
    ) -> None:
        self._prober, self._wanted = prober, wanted
        self._targets = {part.id for part in targets}
        self._rng = random.Random(seed)  # noqa: S311 - reproducible on purpose
        self._parts: dict[str, _Searched] = {}
        needed = self._with_makers(targets)
        for part in needed:
            constants = prober.kit.probing.constants(prober.package, part)
            source = CallSource(part.declared, constants, seed)
            self._parts[part.id] = _Searched(part, source, ways(part.declared)[:_WAYS])
        self.makers: dict[str, list[tuple[CallStep, ...]]] = defaultdict(list)
        """By the id of a class, calls that make an object of it."""
        self.tried: list[TriedPlan] = []
        self.reached: set[Mark] = set()
        self.endings: Counter[str] = Counter()
        self._known: set[str] = set()

    def _with_makers(self, targets: Sequence[TestablePart]) -> list[TestablePart]:
        """Return the targets and all parts that make objects which they need."""
        found = {part.id: part for part in targets}
        todo = list(targets)
        while todo:
            part = todo.pop()
            classes = {*part.objects.values()}
            if part.form is PartForm.METHOD:
                classes.add(part.class_id)
            for each in self._prober.parts.values():
                if each.makes in classes and each.id not in found and each.form is not PartForm.METHOD:
                    found[each.id] = each
                    todo.append(each)
        return list(found.values())

    async def run(self, count: int = PLANS) -> None:
        """Search with that many calls. Raise SandboxUnavailable."""
        first = self._first()
        for makes in (True, False):
            await self._round([row for row in first if self._is_maker(row[0]) == makes])
        self._settle()
        for number, share in enumerate(_ROUNDS):
            await self._round(self._further(int(count * share), number))
            if self._wanted <= self.reached and number >= 2:
                break

    # --- rounds ------------------------------------------------------------------------------------------------------

    def _is_maker(self, part_id: str) -> bool:
        part = self._parts[part_id].part
        return part.form in (PartForm.NEW, PartForm.STATIC, PartForm.FUNCTION) and bool(part.makes)

    def _first(self) -> list[tuple[str, int, CallInputs]]:
        """Return the calls in the code itself, and some of every way that the arguments may be."""
        rows = []
        for id_, searched in self._parts.items():
            rows += [(id_, -1, call) for call in searched.source.known()]
            for number, way in enumerate(searched.options):
                samples = searched.source.samples(way, _PER_WAY)
                rows += [(id_, number, searched.source.trimmed(call)) for call in samples]
        return rows

    def _settle(self) -> None:
        """Choose for every part the ways that it answers most."""
        for searched in self._parts.values():
            ranked = sorted(
                range(len(searched.options)),
                key=lambda number: sum(searched.scores[number]) / max(1, len(searched.scores[number])) - 0.02 * number,
                reverse=True,
            )
            searched.ways = [searched.options[number] for number in ranked[:2]] or [()]

    def _further(self, count: int, number: int) -> list[tuple[str, int, CallInputs]]:
        weights = {id_: self._weight(searched) for id_, searched in self._parts.items()}
        total = sum(weights.values()) or 1.0
        rows: list[tuple[str, int, CallInputs]] = []
        for id_, searched in self._parts.items():
            own = max(2, int(count * weights[id_] / total))
            for way, part in self._shares(searched, own):
                make = searched.source.first if number == 0 else None
                calls = make(way, part) if make else searched.source.further(way, searched.corpus, part)
                if not calls and searched.part.form is PartForm.METHOD:  # its object can still be another
                    calls = [searched.corpus[-1] if searched.corpus else {}] * min(part, 4)
                rows += [(id_, -1, searched.source.trimmed(call)) for call in calls]
        return rows

    def _shares(self, searched: _Searched, count: int) -> list[tuple[Way, int]]:
        """Return how many of the calls are made in which way: most in the best, and some in any other."""
        first, *rest = searched.ways
        others = [way for way in searched.options if way not in searched.ways]
        any_other = [(self._rng.choice(others), max(1, count // 8))] if others else []
        return [(first, count * 2 // 3), *((other, count // 4) for other in rest), *any_other]

    def _weight(self, searched: _Searched) -> float:
        """Return how much is to be gained at a part: the places in its lines that nothing reached."""
        part = searched.part
        left = sum(
            part.lines[0] <= line <= part.lines[1] and path == part.path
            for path, line, _ in self._wanted - self.reached
        )
        dead = 0.2 if searched.tried > 40 and not searched.ended else 1.0
        dead = 0.05 if searched.unfinished > _MOST_UNFINISHED else dead
        return dead * (left + (0.5 if part.id in self._targets else 0.1))

    async def _round(self, rows: Sequence[tuple[str, int, CallInputs]]) -> None:
        plans: list[tuple[str, int, CallInputs, CallPlan]] = []
        for id_, way, inputs in rows:
            steps = self._steps(self._parts[id_].part, inputs)
            if steps is None or len(canonical(inputs)) > _LONGEST:
                continue
            plan = CallPlan(path=self._parts[id_].part.path, part=self._parts[id_].part.title, steps=steps)
            key = canonical(plan.model_dump(mode="json"))
            if key not in self._known:
                self._known.add(key)
                plans.append((id_, way, inputs, plan))
        outcomes = await self._prober.outcomes([plan for *_, plan in plans])
        for (id_, way, inputs, plan), outcome in zip(plans, outcomes, strict=True):
            self._learn(id_, way, inputs, TriedPlan(plan, outcome or PlanOutcome(ending="crashed")))

    def _learn(self, id_: str, way: int, inputs: CallInputs, tried: TriedPlan) -> None:
        searched, outcome = self._parts[id_], tried.outcome
        searched.tried += 1
        self.endings[outcome.ending] += 1
        searched.ended += outcome.ending == "returned"
        searched.unfinished += outcome.ending in ("unfinished", "crashed")
        if way >= 0:
            searched.scores[way].append(_score(outcome))
        if outcome.marks - self.reached:
            searched.corpus = [*searched.corpus[-_CORPUS:], inputs]
        if not is_fair(outcome):
            return
        self.reached |= outcome.marks
        self.tried.append(tried)
        if outcome.ending == "returned":
            self._keep_maker(searched.part, tried)

    def _keep_maker(self, part: TestablePart, tried: TriedPlan) -> None:
        classes = self._prober.classes
        made = part.makes or classes.get(tried.outcome.kind, "")
        if tried.outcome.kind and classes.get(tried.outcome.kind):
            made = classes[tried.outcome.kind]
        elif part.form is not PartForm.NEW:
            return
        if not made or part.form is PartForm.METHOD:
            return
        found = self.makers[made]
        if len(found) < _MAKERS:
            found.append(tried.plan.steps)
        elif self._rng.random() < 0.3:
            found[self._rng.randrange(len(found))] = tried.plan.steps

    # --- plans -------------------------------------------------------------------------------------------------------

    def _steps(self, part: TestablePart, inputs: CallInputs) -> tuple[CallStep, ...] | None:
        """Return the steps of a call: the object, calls that change it, the call. None if no object can be made."""
        steps: list[CallStep] = []
        receiver = None
        if part.form is PartForm.METHOD:
            receiver = self._made(part.class_id, steps)
            if receiver is None:
                return None
            for _ in range(self._rng.choice((0, 0, 0, 1, 1, 2, 3))):
                self._warm_up(part, receiver, steps)
        given = self._given(part, inputs, steps)
        if given is None:
            return None
        return (*steps, CallStep(part=part.id, receiver=receiver, given=given))

    def _made(self, class_id: str, steps: list[CallStep]) -> int | None:
        """Add the steps that make an object. Return the place of the last of them."""
        options = self.makers.get(class_id)
        if not options:
            return None
        start = len(steps)
        steps += [_moved(step, start) for step in self._rng.choice(options)]
        return len(steps) - 1

    def _warm_up(self, part: TestablePart, receiver: int, steps: list[CallStep]) -> None:
        """Add a call of another method of the same object."""
        others = [
            each
            for each in self._parts.values()
            if each.part.form is PartForm.METHOD
            and each.part.owner == part.owner
            and each.part.path == part.path
            and each.corpus
            and each.ended
            and not each.part.is_property
        ]
        if not others:
            return
        chosen = self._rng.choice(others)
        given = self._given(chosen.part, self._rng.choice(chosen.corpus), steps)
        if given is not None:
            steps.append(CallStep(part=chosen.part.id, receiver=receiver, given=given))

    def _given(self, part: TestablePart, inputs: CallInputs, steps: list[CallStep]) -> tuple[GivenArgument, ...] | None:
        found: list[GivenArgument] = []
        params = dict(zip(names_of(part.declared), enumerate(part.declared.params), strict=True))
        next_place = 0
        for name, value in inputs.items():
            place, param = params[name]
            class_id = part.objects.get(place)
            by_name = param.name if param.form == "keyword" or place != next_place else ""
            next_place = place + 1 if not by_name else -1
            if class_id and self.makers.get(class_id) and self._rng.random() < 0.85:
                found.append(GivenArgument(name=by_name, made=self._made(class_id, steps)))
            elif param.form == "rest":
                found += [GivenArgument(value=item) for item in value] if isinstance(value, list) else []
            elif param.form == "options":
                found += _options(value)
            else:
                found.append(GivenArgument(name=by_name, value=value))
        return tuple(found)


def _options(value: Data) -> list[GivenArgument]:
    pairs = value.get("$map", ()) if isinstance(value, dict) else ()
    return [GivenArgument(name=key, value=item) for key, item in pairs if isinstance(key, str) and key.isidentifier()]


def _moved(step: CallStep, start: int) -> CallStep:
    """Return the step behind so many others."""
    return step.model_copy(
        update={
            "receiver": None if step.receiver is None else step.receiver + start,
            "given": tuple(
                each if each.made is None else each.model_copy(update={"made": each.made + start})
                for each in step.given
            ),
        }
    )


def is_fair(outcome: PlanOutcome) -> bool:
    """Return whether a test may state the outcome: a result, or an error that callers may count on."""
    if outcome.ending == "returned":
        return True
    return outcome.ending == "raised" and (outcome.by_itself or outcome.error not in NOT_FOR)


def _score(outcome: PlanOutcome) -> float:
    if outcome.ending == "returned":
        return 1.0
    return 0.3 if is_fair(outcome) else 0.0
