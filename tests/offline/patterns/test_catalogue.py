"""The library as it is: complete facts, code that stands alone, and every test of every pattern passing."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from specwright.core.program.data import decode, encode, equal
from specwright.core.work.testcase import Raises, Returns
from specwright.offline.patterns.catalogue import catalogue, named
from specwright.offline.patterns.pattern import Pattern

PATTERNS = catalogue()


def by_name(pattern: Pattern) -> str:
    return pattern.name


def load(code: str, name: str) -> Any:
    space: dict[str, Any] = {}
    exec(compile(code, name, "exec"), space)
    return space[name]


def failures(pattern: Pattern, code: str) -> list[str]:
    """The tests of the pattern that this code does not pass."""
    function = load(code, pattern.name)
    failed = []
    for test in pattern.tests:
        args = [decode(arg) for arg in test.args]
        try:
            outcome: Any = Returns(value=encode(function(*args)))
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            outcome = Raises(error=type(error).__name__)
        if isinstance(test.expected, Raises) or isinstance(outcome, Raises):
            passed = test.expected == outcome
        else:
            passed = equal(test.expected.value, outcome.value, pattern.signature.returns, pattern.comparison)
        if not passed:
            failed.append(f"{pattern.name}{tuple(args)} gave {outcome}, not {test.expected}")
    return failed


def test_the_library_holds_the_classics_and_no_name_twice() -> None:
    names = [pattern.name for pattern in PATTERNS]
    assert len(names) >= 60
    assert len(set(names)) == len(names)
    assert {"two_sum", "topological_sort", "edit_distance", "merge_intervals", "is_balanced"} <= set(names)


@pytest.mark.parametrize("pattern", PATTERNS, ids=by_name)
def test_every_pattern_passes_its_own_tests(pattern: Pattern) -> None:
    assert failures(pattern, pattern.code["python"]) == []


def test_a_pattern_with_a_fault_is_noticed() -> None:
    pattern = named("two_sum")
    assert failures(pattern, pattern.code["python"].replace("target - number", "target + number"))


@pytest.mark.parametrize("pattern", PATTERNS, ids=by_name)
def test_every_pattern_states_what_it_is(pattern: Pattern) -> None:
    assert pattern.description.startswith("Return ")
    assert pattern.description.rstrip().endswith((".", ")"))
    assert pattern.wordings
    assert len(set(pattern.wordings)) == len(pattern.wordings)
    assert len(pattern.tests) >= 2
    assert pattern.time
    assert pattern.space
    mentioned = {part for part in pattern.description.split("`")[1::2] if part.isidentifier()}
    assert mentioned <= {param.name for param in pattern.signature.params} | {"ay", "way"}


@pytest.mark.parametrize("pattern", PATTERNS, ids=by_name)
def test_tests_hold_an_edge_case(pattern: Pattern) -> None:
    """Something empty, zero, one, single or missing, or an expected error, besides the ordinary case."""

    def is_edge(value: Any) -> bool:
        return value in (0, 1, -1, True, False) or (isinstance(value, str | list | dict) and len(value) <= 1)

    assert any(
        isinstance(test.expected, Raises)
        or any(is_edge(decode(arg)) for arg in test.args)
        or is_edge(decode(test.expected.value))
        for test in pattern.tests
    )


@pytest.mark.parametrize("pattern", PATTERNS, ids=by_name)
def test_a_parameter_is_never_bound_again_in_an_inner_scope(pattern: Pattern) -> None:
    """Renaming goes by name alone, which is safe only then; a recursive call must pass its arguments by place."""
    params = {param.name for param in pattern.signature.params}
    function = next(node for node in ast.parse(pattern.code["python"]).body if isinstance(node, ast.FunctionDef))
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not function:
            assert not params & {arg.arg for arg in node.args.args}
        if isinstance(node, ast.comprehension):
            bound = {name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)}
            assert not params & bound
        if isinstance(node, ast.Call):
            assert not params & {keyword.arg for keyword in node.keywords}


def test_inputs_are_left_as_they_were() -> None:
    for pattern in PATTERNS:
        function = load(pattern.code["python"], pattern.name)
        for test in pattern.tests:
            if isinstance(test.expected, Returns):
                args = [decode(arg) for arg in test.args]
                function(*args)
                assert [encode(arg) for arg in args] == list(test.args), pattern.name
