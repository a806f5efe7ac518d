"""What a person who knows has confirmed of the code. Programs and tests that agree may share one misreading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from specwright.core.program.candidate import Candidate
from specwright.core.program.data import Data
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.value import canonical, digest
from specwright.core.work.question import ANSWERED
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.judge.controls import says_something
from specwright.pipeline.running.mutants import Noticed
from specwright.quality.mutants import rounds

_OF_NEGATIVE: Final = -1
"""Mutants are numbered from 0."""


def unconfirmed(state: PackageState, chosen: str) -> tuple[str, ...]:
    """Return the names of what is asked for and has no example or answer of the user that confirms the candidate."""
    confirmed = {name for name, found in state.function_states.items() if is_confirmed(found, chosen)}
    if state.lone_function is not None:
        return tuple(state.function_states.keys() - confirmed)
    return tuple(item.name for item in state.blueprint.surface if item.name not in confirmed)


def is_confirmed(function_state: FunctionState, chosen: str) -> bool:
    """Return whether the candidate passes an example of the user, or answers of theirs that say something.

    The user chose the example. The inputs of questions are ours, so an answer must be one that no trivial program
    gives, or there must be two that differ.
    """
    passed = {result.case_id for result in function_state.execution(chosen).results if result.passed}
    given = [case for case in function_state.cases if case.tier is Tier.USER and case.id in passed]
    if any(case.source != ANSWERED for case in given):
        return True
    kind = function_state.specification.signature.kind
    values = {canonical(case.expected.value) for case in given if isinstance(case.expected, Returns)}
    return len(values) > 1 or any(says_something(case, kind) for case in given)


def unshown(
    function_state: FunctionState, candidate: Candidate, noticed: Noticed, can_ask: Callable[[TestCase], bool]
) -> tuple[TestCase, ...]:
    """Return few written tests that together show what no example and no answer of the user shows.

    An example speaks only for what it shows: if a changed program passes all examples, they say nothing about what was
    changed, and a misreading there goes unseen. What `can_ask` refuses comes last. An input whose outcome does not
    matter to the user is settled.
    """
    open_inputs = {digest(inputs) for inputs in function_state.indifferent}
    settled = {
        case.digest for case in function_state.cases if case.tier is Tier.USER or digest(case.inputs) in open_inputs
    }
    written = sorted(
        (case for case in function_state.cases if case.digest in noticed and case.digest not in settled),
        key=lambda case: (not can_ask(case), len(case.call) + len(str(case.expected)), case.id),
    )
    noticed = {
        case.digest: noticed[case.digest] | told_by_input(case.inputs, candidate.code, candidate.language)
        for case in function_state.cases
        if case.digest in noticed
    }
    few = few_that_show(noticed, settled, [case.digest for case in written if can_ask(case)])
    few += few_that_show(noticed, settled | set(few), [case.digest for case in written])
    first = {case.digest: case for case in reversed(written)}
    return tuple(first[name] for name in few)


def told_by_input(inputs: Mapping[str, Data], code: str, language: str) -> frozenset[int]:
    """Return the numbers of programs that differ from the code by what they are given, and so fail a test of it.

    There is one: it treats negative numbers otherwise. How these are divided and rounded is a convention that no small
    change of the code shows.
    """
    told = any(map(_has_negative, inputs.values())) and rounds(code, language)
    return frozenset([_OF_NEGATIVE] if told else [])


def _has_negative(value: Data) -> bool:
    match value:
        case bool() | str() | None:
            return False
        case int() | float():
            return value < 0
        case list():
            return any(map(_has_negative, value))
        case _:
            return any(map(_has_negative, value.values()))


def few_that_show(noticed: Noticed, settled: AbstractSet[str], tests: Sequence[str]) -> list[str]:
    """Return few of the tests that fail on all mutants that any of them fails on and nothing settled does.

    The one that shows most comes first; of several the first.
    """
    missing = frozenset[int]().union(*(noticed[name] for name in tests))
    missing -= frozenset[int]().union(*(noticed[name] for name in settled if name in noticed))
    few: list[str] = []
    while missing:
        few.append(max(tests, key=lambda name: len(noticed[name] & missing)))
        missing -= noticed[few[-1]]
    return few
