"""Cases of every kind, rendered as native tests: right code passes every one of them, and wrong code fails every one.

The code gives back what it is given, so that what is expected is what is given, or something else.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from specwright.core.errors import UserError
from specwright.core.evidence.native import NativeEnding
from specwright.core.program.data import encode, from_json
from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.package import Item, ItemKind, Package
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.languages.registry import LANGUAGES
from specwright.ports.language import Packaging
from tests.languages.native.conftest import Bench
from tests.languages.native.echo import ECHOES, raising

HUGE: Final = 10**5000 + 7
"""More digits than Python converts at once."""
UNBOUNDED: Final = tuple(language for language in LANGUAGES if language != "rust")
"""The languages that have integers of any length."""
CLOSE: Final = Comparison(tolerance=1e-6)
ANY_ORDER: Final = Comparison(any_order=True)
BOTH: Final = Comparison(tolerance=1e-6, any_order=True)
# type, a value, what is right beside it, what is wrong, how they are compared
KINDS: Final[list[tuple[str, Any, Any, Any, Comparison]]] = [
    ("int", -7, -7, 8, EXACT),
    ("float", 0.1, 0.1, 0.2, EXACT),
    ("float", float("nan"), float("nan"), 1.0, EXACT),
    ("float", float("-inf"), float("-inf"), float("inf"), EXACT),
    ("float", 0.30000001, 0.3, 0.31, CLOSE),
    ("bool", True, True, False, EXACT),
    ("str", 'a "b" \\ $x {y} \n\t é 😀 \x00', 'a "b" \\ $x {y} \n\t é 😀 \x00', "a", EXACT),
    ("list[int]", [3, 1, 2], [3, 1, 2], [1, 2, 3], EXACT),
    ("list[int]", [], [], [1], EXACT),
    ("list[int]", [3, 1, 2], [1, 2, 3], [1, 2, 2], ANY_ORDER),
    ("list[str]", ["word" * 8] * 12, ["word" * 8] * 12, ["word"], EXACT),
    ("list[list[str]]", [["b", "a"], []], [[], ["a", "b"]], [["a"], ["b"]], ANY_ORDER),
    ("list[float]", [0.1, 2.0], [0.1000000001, 2.0], [0.1, 2.1], CLOSE),
    ("list[list[float]]", [[0.5], [1.5, 2.5]], [[0.5], [1.5, 2.5]], [[0.5], [1.5, 2.6]], CLOSE),
    ("list[float]", [2.0, 0.1], [0.1000000001, 2.0], [0.1, 2.1], BOTH),
    ("map[str, int]", {"a": 1, "b c": 2}, {"b c": 2, "a": 1}, {"a": 1}, EXACT),
    ("map[int, list[str]]", {1: ["x"], -2: []}, {1: ["x"], -2: []}, {1: ["y"], -2: []}, EXACT),
    ("map[str, float]", {"a": 0.25}, {"a": 0.25000001}, {"a": 0.26}, CLOSE),
    ("set[int]", {1, 2, 3}, {3, 2, 1}, {1, 2}, EXACT),
    ("tuple[int, str]", (1, "a"), (1, "a"), (1, "b"), EXACT),
    ("tuple[int, int]", (1, 2), (1, 2), (2, 1), EXACT),
    ("list[tuple[int, float]]", [(1, 0.5)], [(1, 0.5)], [(1, 0.6)], EXACT),
    ("optional[int]", 5, 5, None, EXACT),
    ("optional[int]", None, None, 5, EXACT),
    ("optional[str]", "x", "x", "y", EXACT),
    ("list[optional[int]]", [1, None], [1, None], [1, 2], EXACT),
    ("map[str, list[int]]", {"a": [2, 1]}, {"a": [1, 2]}, {"a": [1, 1]}, ANY_ORDER),
]


def item(name: str, kind: str, wide: bool = False) -> Item:
    wanted = Type.parse(kind)
    signature = Signature(name=name, params=(Parameter(name="value", type=wanted),), returns=wanted, wide=wide)
    return Item(kind=ItemKind.FUNCTION, name=name, summary="Gives back what it is given.", signature=signature)


def case(name: str, value: Any, expected: Returns | Raises) -> TestCase:
    return TestCase(id=name, name=name, inputs={"value": value}, expected=expected, tier=Tier.USER, requirement="R1")


def tagged(value: Any, kind: str) -> Any:
    return from_json(encode(value), Type.parse(kind))


def rendered(language: str, packaging: Packaging) -> Package:
    """A package with a function for each kind, and for each a case that is right and one that is wrong."""
    items = [item(f"echo_{place}", kind) for place, (kind, *_) in enumerate(KINDS)]
    wide = item("echo_wide", "int", wide=True)
    package = Package(
        name="echoes", summary="Echoes.", surface=(*items, wide), sources=ECHOES[language]([*items, wide])
    )
    tests = {}
    for place, (kind, value, right, wrong, comparison) in enumerate(KINDS):
        cases = [
            case(name, tagged(value, kind), Returns(value=tagged(expected, kind)))
            for name, expected in (("right", right), ("wrong", wrong))
        ]
        tests[packaging.test_path("echoes", f"echo_{place}")] = packaging.render_tests(
            package, items[place], cases, comparison
        )
    large = [case("right", encode(2**80), Returns(value=encode(2**80)))]
    large += [case("wrong", encode(2**80), Returns(value=encode(2**80 + 1)))]
    if language in UNBOUNDED:
        large += [case("right huge", encode(HUGE), Returns(value=encode(HUGE)))]
        large += [case("wrong huge", encode(HUGE), Returns(value=encode(HUGE + 1)))]
    tests[packaging.test_path("echoes", "echo_wide")] = packaging.render_tests(package, wide, large, EXACT)
    return package.model_copy(update={"tests": tests})


@pytest.mark.parametrize("language", LANGUAGES)
def test_rendered_cases_accept_what_is_right_and_refuse_what_is_wrong(bench: Bench, language: str) -> None:
    report = bench.tested(language, rendered(language, bench.packaging(language)), seconds=60)
    assert not report.compile_errors, report.compile_errors
    assert report.hijacked is None
    right = [test for test in report.tests if "right" in test.id.lower()]
    wrong = [test for test in report.tests if "wrong" in test.id.lower()]
    assert [(test.id, test.detail) for test in right if test.ending is not NativeEnding.PASSED] == []
    assert [test.id for test in wrong if test.ending is not NativeEnding.FAILED] == []
    expected = len(KINDS) + 1 + (language in UNBOUNDED)
    assert len(right) == len(wrong) == expected
    assert len(report.tests) == 2 * expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_expected_errors_are_rendered_in_the_language_s_way(bench: Bench, language: str) -> None:
    """One function always fails, another never does: of each pair of tests one passes."""
    package, fails, works = raising(language)
    packaging = bench.packaging(language)
    cases = [case("any error", 1, Raises()), case("a value error", 1, Raises(error="ValueError"))]
    cases += [case("an error of our own", 1, Raises(error="OddError"))]
    tests = {
        packaging.test_path(package.name, thing.name): packaging.render_tests(package, thing, cases, EXACT)
        for thing in (fails, works)
    }
    report = bench.tested(language, package.model_copy(update={"tests": tests}), seconds=60)
    assert report.hijacked is None
    assert not report.compile_errors, report.compile_errors
    endings = {test.id: test.ending.value for test in report.tests}
    assert len(endings) == 6
    assert sum(ending == "failed" for ending in endings.values()) >= 3
    assert all((ending == "passed") != ("works" in id_.lower()) for id_, ending in endings.items()), endings


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_test_says_where_it_came_from_and_has_a_telling_name(bench: Bench, language: str) -> None:
    package, _, works = raising(language)
    cases = [case("empty input", 1, Returns(value=1)), case("Empty, input!", 2, Returns(value=2))]
    text = bench.packaging(language).render_tests(package, works, cases, EXACT)
    assert text.count("tier: user; requirement: R1") == 2
    assert text.lower().replace("_", "").replace(" ", "").count("emptyinput") >= 2


@pytest.mark.parametrize("language", ["python", "javascript"])
@pytest.mark.parametrize("name", ["result", "matches"])
def test_a_function_may_have_a_name_that_the_test_file_uses(bench: Bench, language: str, name: str) -> None:
    thing = item(name, "list[list[int]]")
    package = Package(name="echoes", summary="Echoes.", surface=(thing,), sources=ECHOES[language]([thing]))
    cases = [case("one", [[1, 2], [3]], Returns(value=[[3], [2, 1]]))]
    text = bench.packaging(language).render_tests(package, thing, cases, ANY_ORDER)
    tests = {bench.packaging(language).test_path("echoes", name): text}
    assert bench.tested(language, package.model_copy(update={"tests": tests})).all_passed


def test_an_error_that_python_does_not_know_is_told_by_its_name(bench: Bench) -> None:
    thing = item("fails", "str")
    source = {"src/odd/__init__.py": "def fails(value):\n    raise type('Odd', (Exception,), {})(value)\n"}
    package = Package(name="odd", summary="Odd.", surface=(thing,), sources=source)
    cases = [case("quoted", 'say "hi"', Raises(error="Odd")), case("other", "'", Raises(error="Even"))]
    text = bench.packaging("python").render_tests(package, thing, cases, EXACT)
    report = bench.tested("python", package.model_copy(update={"tests": {"tests/test_fails.py": text}}))
    assert [test.ending for test in report.tests] == [NativeEnding.PASSED, NativeEnding.FAILED]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_has_no_signature_has_no_cases(bench: Bench, language: str) -> None:
    thing = Item(kind=ItemKind.CLASS, name="Stack", summary="A stack.")
    with pytest.raises(UserError, match="Stack has no signature"):
        bench.packaging(language).render_tests(Package(name="x", summary=""), thing, [], EXACT)
