"""Passages that look like examples and could not be read: which of them no test accounts for."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.program.data import Data
from specwright.core.run.package_state import PackageState
from specwright.core.value import canonical
from specwright.core.work.reading.joints import is_rich
from specwright.core.work.reading.tokens import tokens
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.core.work.wording.said import is_said


def unread_passages(state: PackageState, chosen: str, problem: str) -> Iterator[Bar]:
    """Yield a bar for each passage with data that no passing test is about.

    Tests of the user and of the problem's words count, and a test of a requirement that has the passage word for word.
    """
    passed = {result.case_id for result in state.execution(chosen).results if result.passed}
    passing = [case for case in state.cases if case.id in passed]
    known = {canonical(value) for case in passing if case.tier.rank <= Tier.SPEC.rank for value in _values_of(case)}
    for passage in state.blueprint.unread:
        data = _data_in(passage)
        if data and (data <= known or any(data <= held for held in _said_with(state, passing, data, problem))):
            continue
        yield Bar(
            kind=BarKind.UNREAD_EXAMPLE,
            text=f"this may be an example and could not be read: {passage!r}",
            remedy="give it with --example, such as 'nums=[3,3], target=6 -> [0,1]'",
        )


def _said_with(
    state: PackageState, passing: list[TestCase], data: AbstractSet[str], problem: str
) -> Iterator[AbstractSet[str]]:
    """Yield all data of each test of a requirement that holds these data and is said by the problem."""
    texts = {found.id: found.text for found in state.blueprint.requirements}
    holding = {
        name for name, text in texts.items() if data <= _data_in(text) and is_said(problem, text, [*texts.values()])
    }
    for case in passing:
        if case.requirement in holding:
            yield {canonical(part) for value in _values_of(case) for part in _parts(value)}


def _data_in(text: str) -> AbstractSet[str]:
    return {canonical(token.value) for token in tokens(text) if is_rich(token)}


def _values_of(case: TestCase) -> tuple[Data, ...]:
    return (*case.inputs.values(), *([case.expected.value] if isinstance(case.expected, Returns) else ()))


def _parts(value: Data) -> Iterator[Data]:
    """Yield the value, and all that is in it."""
    yield value
    items = value if isinstance(value, list) else value.values() if isinstance(value, dict) else ()
    for item in items:
        yield from _parts(item)
