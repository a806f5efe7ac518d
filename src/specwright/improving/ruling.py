"""The word for a version of existing code, from all evidence about it: pure rules, one for each verb."""

from __future__ import annotations

from collections.abc import Sequence

from specwright.core.existing.comparison import ComparedFunction, Likeness
from specwright.core.existing.outcome import ChangeEvidence, ChangeWord
from specwright.core.run.events import ChangeRuled, Raced
from specwright.core.text import counted


def same_behaviour(found: ChangeEvidence) -> tuple[ChangeWord, tuple[str, ...]]:
    """Return whether the versions were told apart, and by what."""
    told_apart = differences(found)
    if told_apart:
        return ChangeWord.DIFFERENT, told_apart
    open_ends = [f"{each.new}: {each.why or 'undecided'}" for each in found.comparisons if _is_open(each.likeness)]
    open_ends += [f"{name} was not compared: {why}" for name, why in found.skipped.items()]
    if not found.comparisons:
        open_ends = open_ends or ["no function of it could be compared"]
    if open_ends:
        return ChangeWord.UNDECIDED, tuple(open_ends)
    tried = sum(each.compared for each in found.comparisons)
    functions = counted(len(found.comparisons), "function")
    return ChangeWord.SAME, (f"{functions} in {counted(tried, 'input')}", *_about_tests(found))


def differences(found: ChangeEvidence) -> tuple[str, ...]:
    """Return what tells the versions apart."""
    reasons = [f"the new version has no function {name}" for name in found.missing]
    for each in found.comparisons:
        if each.likeness is Likeness.DIFFERENT:
            shown = each.difference
            reasons.append(f"{shown.call(each.old)}: old {shown.old}, new {shown.new}" if shown else each.why)
    if found.tests.broken:
        named = ", ".join(found.tests.broken[:3])
        more = f" and {len(found.tests.broken) - 3} more" if len(found.tests.broken) > 3 else ""
        reasons.append(f"{counted(len(found.tests.broken), 'test')} that passed with the old version: {named}{more}")
    return tuple(reasons)


def _is_open(likeness: Likeness) -> bool:
    return likeness is Likeness.UNDECIDED


def _about_tests(found: ChangeEvidence) -> tuple[str, ...]:
    tests = found.tests
    if tests.unavailable:
        return (f"tests: {tests.unavailable}",)
    return (f"all {tests.passed_before} tests that passed still pass",) if tests.passed_before else ()


RuledEvidence = tuple[ChangeEvidence, ChangeWord, tuple[str, ...]]


def faster(found: ChangeEvidence, races: Sequence[Raced], description: str) -> RuledEvidence:
    """Return whether a version that behaves as before is measurably better too."""
    better = [race.optimization for race in races if race.optimization is not None]
    kept = found.model_copy(
        update={"optimizations": tuple(each.model_copy(update={"description": description}) for each in better)}
    )
    if better:
        return kept, ChangeWord.FASTER, tuple(each.in_words for each in better)
    why = tuple(f"not measurably better: {race.discarded}" for race in races)
    return kept, ChangeWord.NOT_FASTER, why or ("no function of it could be timed",)


def fixed(found: ChangeEvidence, tests: Sequence[str]) -> RuledEvidence:
    """Return whether the fault is gone and what else changed. Differences are expected here, and listed."""
    apart = tuple(each for each in found.comparisons if each.likeness is Likeness.DIFFERENT)
    alike = tuple(each for each in found.comparisons if each not in apart)
    kept = found.model_copy(update={"comparisons": alike, "expected": apart})
    left = [name for name in tests if name not in found.tests.mended and name not in found.tests.added]
    against = [f"{name} still fails" for name in left[:3]]
    against += [f"{name} passed and fails now" for name in found.tests.broken[:3]]
    against += [f"the new version has no function {name}" for name in found.missing]
    if against:
        return kept, ChangeWord.NOT_FIXED, tuple(against)
    return kept, ChangeWord.FIXED, (f"{counted(len(tests), 'test')} that failed now passes", *map(_elsewhere, apart))


def _elsewhere(found: ComparedFunction) -> str:
    shown = found.difference
    example = f", such as {shown.call(found.old)}: old {shown.old}, new {shown.new}" if shown else f": {found.why}"
    return f"{found.new} behaves otherwise on {found.differing} of {counted(found.compared, 'input')}{example}"


def contradiction(ruled: Sequence[ChangeRuled]) -> tuple[str, ...]:
    """Return that every version which removes the fault breaks one and the same test; nothing if that is not so."""
    telling = [each for each in ruled if each.evidence.tests.broken and not any("still" in why for why in each.reasons)]
    if len(telling) < 2 or len(telling) < len(ruled):
        return ()
    both = set(telling[0].evidence.tests.broken).intersection(*(each.evidence.tests.broken for each in telling))
    if not both:
        return ()
    named = ", ".join(sorted(both)[:3])
    return (f"each of {len(telling)} versions that removes the fault fails {named}: they may demand the opposite",)


def added(found: ChangeEvidence, without: Sequence[str] | None) -> RuledEvidence:
    """Return whether something new came with its tests, and the old behaves as before.

    `without` are the new tests that pass without the change too; None if that could not be found out.
    """
    apart = differences(found)
    if apart:
        return found, ChangeWord.DIFFERENT, apart
    new = found.tests.added
    failing = [name for name in new if name not in (without or ())]
    if found.tests.unavailable or not new:
        return found, ChangeWord.NOT_ADDED, (found.tests.unavailable or "none of its new tests passes",)
    if not failing:
        return found, ChangeWord.NOT_ADDED, ("all of its new tests pass without the change too",)
    reasons = [f"{counted(len(failing), 'new test')} passes, and fails without the change"]
    if without:
        reasons.append(
            f"{counted(len(without), 'new test')} would pass without the change too: {', '.join(without[:3])}"
        )
    reasons += [f"{name} was not compared: {why}" for name, why in found.skipped.items()]
    return found, ChangeWord.ADDED, tuple(reasons)
