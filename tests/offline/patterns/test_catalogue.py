"""The library as it is: complete facts, code that stands alone, and every test of every pattern passing."""

from __future__ import annotations

import ast
from typing import Any

from specwright.core.program.data import decode, encode
from specwright.core.program.equality import equal
from specwright.core.work.testcase import Raises, Returns
from specwright.offline.patterns.catalogue import catalogue, named
from specwright.offline.patterns.pattern import Pattern

PATTERNS = catalogue()


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


def test_every_pattern_passes_its_own_tests() -> None:
    assert [failure for pattern in PATTERNS for failure in failures(pattern, pattern.code["python"])] == []


def test_a_pattern_with_a_fault_is_noticed() -> None:
    pattern = named("two_sum")
    assert failures(pattern, pattern.code["python"].replace("target - number", "target + number"))


def lacks(pattern: Pattern) -> list[str]:
    """Return what the pattern does not state about itself."""
    mentioned = {part for part in pattern.description.split("`")[1::2] if part.isidentifier()}
    holds = {
        "a description that starts with Return": pattern.description.startswith("Return "),
        "a description that ends as a sentence": pattern.description.rstrip().endswith((".", ")")),
        "wordings": bool(pattern.wordings),
        "wordings that differ": len(set(pattern.wordings)) == len(pattern.wordings),
        "two tests": len(pattern.tests) >= 2,
        "a time": bool(pattern.time),
        "a space": bool(pattern.space),
        "only its parameters in backquotes": mentioned
        <= {param.name for param in pattern.signature.params} | {"ay", "way"},
    }
    return [f"{pattern.name}: {fact}" for fact, held in holds.items() if not held]


def test_every_pattern_states_what_it_is() -> None:
    assert [lack for pattern in PATTERNS for lack in lacks(pattern)] == []


def test_a_pattern_that_lacks_a_fact_is_noticed() -> None:
    pattern = named("two_sum").model_copy(update={"time": "", "tests": ()})
    assert lacks(pattern) == ["two_sum: two tests", "two_sum: a time"]


def test_tests_hold_an_edge_case() -> None:
    """Something empty, zero, one, single or missing, or an expected error, besides the ordinary case."""

    def is_edge(value: Any) -> bool:
        return value in (0, 1, -1, True, False) or (isinstance(value, str | list | dict) and len(value) <= 1)

    def has_edge(pattern: Pattern) -> bool:
        return any(
            isinstance(test.expected, Raises)
            or any(is_edge(decode(arg)) for arg in test.args)
            or is_edge(decode(test.expected.value))
            for test in pattern.tests
        )

    assert [pattern.name for pattern in PATTERNS if not has_edge(pattern)] == []


def rebound(params: set[str], code: str) -> set[str]:
    """Return the parameters that an inner scope binds again or that a call passes by name."""
    function = next(node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef))
    bound: set[str | None] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef | ast.Lambda) and node is not function:
            bound |= {arg.arg for arg in node.args.args}
        if isinstance(node, ast.comprehension):
            bound |= {name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)}
        if isinstance(node, ast.Call):
            bound |= {keyword.arg for keyword in node.keywords}
    return {name for name in params if name in bound}


def test_a_parameter_is_never_bound_again_in_an_inner_scope() -> None:
    """Renaming goes by name alone, which is safe only then; a recursive call must pass its arguments by place."""
    found = {}
    for pattern in PATTERNS:
        params = {param.name for param in pattern.signature.params}
        if names := rebound(params, pattern.code["python"]):
            found[pattern.name] = names
    assert found == {}
    assert rebound({"a"}, "def f(a): return [a for a in (1,)] + f(a=1)") == {"a"}


def test_inputs_are_left_as_they_were() -> None:
    for pattern in PATTERNS:
        function = load(pattern.code["python"], pattern.name)
        for test in pattern.tests:
            if isinstance(test.expected, Returns):
                args = [decode(arg) for arg in test.args]
                function(*args)
                assert [encode(arg) for arg in args] == list(test.args), pattern.name
