"""What every language must do alike: 40 cases in no language, on twelve functions written in each.

Give the language's toolchain, a sandbox and one source file with the twelve functions; every case must come to the
verdict that is written here, whether all calls share a process or each has its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Final

from specwright.core.program.candidate import Candidate
from specwright.core.program.data import encode
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.value import Value
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.languages.registry import ROWS
from specwright.pipeline.running.execute import execute
from specwright.ports.language import CallLimits, Toolchain
from specwright.ports.sandbox import Sandbox

_INF: Final = float("inf")
_ERROR: Final = Raises()
_VALUE_ERROR: Final = Raises(error="ValueError")


class ExpectedVerdict(Value):
    """One case with the verdict that it must come to."""

    case: TestCase
    passes: bool


def source(language: str) -> str:
    """Return the functions in one of the languages that we ship: `cases` with the language's extension."""
    name = f"cases.{ROWS[language].extension}"
    files = (file for file in resources.files("specwright.testing.sources").iterdir() if file.name.lower() == name)
    return next(files).read_text(encoding="utf-8")


def _signature(text: str, wide: bool = False) -> Signature:
    name, rest = text.split("(", 1)
    params, returns = rest.rsplit(") -> ", 1)
    pairs = [part.split(": ", 1) for part in params.split("; ")]
    return Signature(
        name=name,
        params=tuple(Parameter(name=param, type=Type.parse(kind)) for param, kind in pairs),
        returns=Type.parse(returns),
        wide=wide,
    )


_TableRow = tuple[tuple[object, ...], object, bool]
_TABLE: Final[list[tuple[Signature, list[_TableRow]]]] = [
    (
        _signature("add(a: int; b: int) -> int", wide=True),
        [
            ((2, 3), 5, True),
            ((0, -1), -1, True),
            ((2**53, 1), 2**53 + 1, True),
            ((2**53, 1), 2**53, False),
            ((2**70, -1), 2**70 - 1, True),
            ((-(2**100), -(2**100)), -(2**101), True),
            ((1, 1), 3, False),
        ],
    ),
    (
        _signature("halve(x: float) -> float"),
        [
            ((3.0,), 1.5, True),
            ((4.0,), 2.0, True),
            ((5e-324,), 0.0, True),
            ((1.7976931348623157e308,), 8.988465674311579e307, True),
            ((_INF,), _INF, True),
            ((-_INF,), _INF, False),
            ((float("nan"),), float("nan"), True),
            ((-0.0,), -0.0, True),
            ((0.2,), 0.1, True),
            ((0.2,), 0.10000000000000002, False),
        ],
    ),
    (
        _signature("reverse_text(text: str) -> str"),
        [
            (("",), "", True),
            (("abc",), "cba", True),
            (("日本語",), "語本日", True),
            (("a😀é",), "é😀a", True),
            (('\x00\t"\\\n',), '\n\\"\t\x00', True),
            (("ab",), "ab", False),
        ],
    ),
    (
        _signature("flatten(rows: list[list[int]]) -> list[int]"),
        [
            (([],), [], True),
            (([[], []],), [], True),
            (([[1], [2, -3]],), [1, 2, -3], True),
            (([[1, 2]],), [2, 1], False),
        ],
    ),
    (
        _signature("count_words(words: list[str]) -> map[str, int]"),
        [
            (([],), {}, True),
            ((["é", "b", "é"],), {"b": 1, "é": 2}, True),
            ((["__proto__", ""],), {"__proto__": 1, "": 1}, True),
            ((["a"],), {"a": 1, "b": 0}, False),
        ],
    ),
    (
        _signature("invert(names: map[int, str]) -> map[str, int]"),
        [(({1: "one", -2: "two"},), {"one": 1, "two": -2}, True), (({},), {}, True)],
    ),
    (_signature("unique(numbers: list[int]) -> set[int]"), [(([3, 1, 3],), {1, 3}, True), (([1],), [1], False)]),
    (
        _signature("min_max(numbers: list[int]) -> tuple[int, int]"),
        [(([3, 1, 2],), (1, 3), True), (([],), _ERROR, True), (([],), _VALUE_ERROR, True), (([5],), _ERROR, False)],
    ),
    (
        _signature("first_even(numbers: list[int]) -> optional[int]"),
        [(([1, 4, 6],), 4, True), (([1, 3],), None, True), (([0],), None, False)],
    ),
    (
        _signature("greet(name: optional[str]; times: int) -> tuple[str, int]"),
        [((None, 2), ("hello nobody", 2), True), (("Ada", 1), ("hello Ada", 1), True)],
    ),
    (
        _signature("divide(a: int; b: int) -> int"),
        [((7, 2), 3, True), ((-7, 2), -4, True), ((1, 0), _ERROR, True)],
    ),
    (_signature("is_even(number: int) -> bool"), [((4,), True, True), ((3,), 0, False)]),
]


def suite() -> list[tuple[Signature, tuple[ExpectedVerdict, ...]]]:
    """Return the functions and their cases."""
    return [
        (signature, tuple(_verdict(signature, place, *row) for place, row in enumerate(rows)))
        for signature, rows in _TABLE
    ]


def _verdict(
    signature: Signature, place: int, given: tuple[object, ...], expected: object, passes: bool
) -> ExpectedVerdict:
    inputs = {param.name: encode(value) for param, value in zip(signature.params, given, strict=True)}
    wanted = expected if isinstance(expected, Raises) else Returns(value=encode(expected))
    case = TestCase(id=f"{signature.name}-{place}", name=signature.name, inputs=inputs, expected=wanted, tier=Tier.USER)
    return ExpectedVerdict(case=case, passes=passes)


async def disagreements(
    sandbox: Sandbox, toolchain: Toolchain, code: str, *, isolated: bool = False, limits: CallLimits | None = None
) -> Mapping[str, str]:
    """Return the cases with a wrong verdict, and that verdict. Raise SandboxUnavailable."""
    found: dict[str, str] = {}
    candidate = Candidate(id="conformance", code=code, language=toolchain.language, origin="conformance")
    allowed = limits or CallLimits(seconds=20.0)
    for signature, verdicts in suite():
        cases = [verdict.case for verdict in verdicts]
        run = await execute(sandbox, toolchain, candidate, signature, cases, limits=allowed, isolated=isolated)
        for verdict, result in zip(verdicts, run.results, strict=True):
            if result.passed != verdict.passes:
                told = result.outcome
                found[result.case_id] = f"{told} ({told.ending.value}) {told.detail}".strip()
    return found
