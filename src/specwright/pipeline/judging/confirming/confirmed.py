"""What a person who knows has confirmed of the code. Programs and tests that agree may share one misreading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.value import canonical, digest
from specwright.core.work.question import ANSWERED
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.core.work.wording.said import is_said
from specwright.judge.controls import says_something
from specwright.pipeline.running.mutants import Noticed
from specwright.pipeline.writing.tests import only_requirement


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


NOTHING: Final = Noticed({}, tells=False)
"""Nothing of the code could be changed."""


def unshown(
    function_state: FunctionState, chosen: str, noticed: Noticed, problem: str, can_ask: Callable[[TestCase], bool]
) -> tuple[TestCase, ...]:
    """Return few tests that together show what no example, no answer and no sentence of the user shows.

    An example speaks only for what it shows: if a changed program passes all examples, they say nothing about what was
    changed, and a misreading there goes unseen. The words of the problem show what its tests check as well, if they
    state the test itself, or if they have a sentence for its requirement and were read a second time. What that reading
    objects to comes first. Words alone confirm nothing: if the user gave no example either, the test that shows most is
    returned.

    If the changes tell nothing, as many examples or answers are needed as there are requirements, and two at least.
    """
    confirmed = is_confirmed(function_state, chosen)
    read = READ_AGAIN in function_state.gathered or not confirmed  # nothing is read again before there is an example
    said = said_requirements(function_state, problem) if read else frozenset()
    left = (*_objected(function_state), *_left_by(function_state, noticed, can_ask, said))
    if not noticed.tells:
        left += _of_each_requirement(function_state, left, can_ask)
    if left or confirmed:
        return left
    return _left_by(function_state, noticed, can_ask, frozenset())[:1]


READ_AGAIN: Final = "second reading"
"""In `FunctionState.gathered`: the problem was read a second time. Its words count only then."""


def left_by_words(function_state: FunctionState, noticed: Noticed, problem: str) -> tuple[TestCase, ...]:
    """Return what would be unshown if the words of the problem counted."""
    return _left_by(function_state, noticed, lambda case: True, said_requirements(function_state, problem))


def said_requirements(function_state: FunctionState, problem: str) -> frozenset[str]:
    """Return the ids of the requirements that the problem's sentences say."""
    texts = [requirement.text for requirement in function_state.specification.requirements]
    return frozenset(
        requirement.id
        for requirement in function_state.specification.requirements
        if is_said(problem, requirement.text, texts)
    )


def _objected(function_state: FunctionState) -> tuple[TestCase, ...]:
    """Return what a second reading expects, or does not find in the words, where the user has not decided."""
    decided = {digest(case.inputs) for case in function_state.cases if case.tier is Tier.USER}
    decided |= {digest(inputs) for inputs in function_state.indifferent}
    found = (*(one.case for one in function_state.objections), *function_state.left_open)
    return tuple(case for case in found if digest(case.inputs) not in decided)


def _of_each_requirement(
    function_state: FunctionState, left: tuple[TestCase, ...], can_ask: Callable[[TestCase], bool]
) -> tuple[TestCase, ...]:
    """Return tests until, with the user's and those that are left, there are as many as requirements, and two at least.

    Those of a requirement that none of them is about come first, then those with another outcome.
    """
    only = only_requirement(function_state.specification)
    open_inputs = {digest(inputs) for inputs in function_state.indifferent}
    users = [one for one in function_state.cases if one.tier is Tier.USER or digest(one.inputs) in open_inputs]
    there = {case.digest: case for case in (*left, *users)}
    wanted = max(2, len({case.requirement or only for case in function_state.cases}))
    further = sorted(
        ({case.digest: case for case in function_state.cases if case.digest not in there}).values(),
        key=lambda case: (not can_ask(case), len(case.call) + len(str(case.expected)), case.id),
    )
    more: list[TestCase] = []
    while further and len(there) < wanted:
        about = {case.requirement or only for case in there.values()}
        outcomes = {str(case.expected) for case in there.values()}
        best = max(further, key=lambda one: ((one.requirement or only) not in about, str(one.expected) not in outcomes))
        further.remove(best)
        there[best.digest] = best
        more.append(best)
    return tuple(more)


def _left_by(
    function_state: FunctionState, noticed: Noticed, can_ask: Callable[[TestCase], bool], said: AbstractSet[str]
) -> tuple[TestCase, ...]:
    """Return few tests that show what neither the user's tests nor those of the said requirements show.

    Written tests come first, then the candidate's answers to further inputs, and what `can_ask` refuses last. An input
    whose outcome does not matter to the user is settled.
    """
    open_inputs = {digest(inputs) for inputs in function_state.indifferent}
    settled = {
        case.digest
        for case in function_state.cases
        if case.tier.rank <= Tier.SPEC.rank or case.requirement in said or digest(case.inputs) in open_inputs
    }
    shown = frozenset[int]().union(*(noticed.by_case[name] for name in settled if name in noticed.by_case))
    every = [
        case
        for case in (*function_state.cases, *noticed.own_answers)
        if noticed.by_case.get(case.digest, frozenset()) - shown  # else it is not among the few: `can_ask` takes long
    ]
    written = {case.digest for case in function_state.cases}
    tests = sorted(
        (case for case in every if case.digest not in settled and digest(case.inputs) not in open_inputs),
        key=lambda case: (
            not can_ask(case),
            case.digest not in written,
            len(case.call) + len(str(case.expected)),
            case.id,
        ),
    )
    few = few_that_show(noticed.by_case, settled, [case.digest for case in tests if can_ask(case)])
    few += few_that_show(noticed.by_case, settled | set(few), [case.digest for case in tests])
    first = {case.digest: case for case in reversed(tests)}
    return tuple(first[name] for name in few)


def few_that_show(
    noticed: Mapping[str, AbstractSet[int]], settled: AbstractSet[str], tests: Sequence[str]
) -> list[str]:
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
