"""The word for a version of existing code, from all evidence about it: pure rules, one for each verb."""

from __future__ import annotations

from specwright.core.existing.comparison import Likeness
from specwright.core.existing.outcome import ChangeEvidence, ChangeWord
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
