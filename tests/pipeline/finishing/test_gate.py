"""The gate on real packages through real tools: what is good scores high, and each way of cheating scores low."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from tests.languages.checks.samples import good

from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.tools import find_tools
from specwright.core.evidence.finding import CheckKind
from specwright.core.evidence.quality import Quality, ScorePart
from specwright.core.program.package import Package
from specwright.languages.loading import inspection_for, packaging_for
from specwright.pipeline.finishing.gate import MeasuredQuality, measure_quality
from specwright.ports.sandbox import Sandbox
from specwright.sandbox import open_sandbox


class Bench:
    """A sandbox on an event loop of its own, and what was measured in it before."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner()
        self.sandbox: Sandbox = self.runner.run(open_sandbox("auto"))
        self.seen: dict[str, MeasuredQuality] = {}

    def measured(self, package: Package, language: str = "python", bugs: int = 6) -> MeasuredQuality:
        key = f"{language} {bugs} {package!r}"
        if key not in self.seen:
            inspection = inspection_for(language, self.sandbox, find_tools)
            packaging = packaging_for(language, self.sandbox, packaged)
            self.seen[key] = self.runner.run(measure_quality(self.sandbox, inspection, packaging, package, bugs=bugs))
        return self.seen[key]


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.runner.run(bench.sandbox.close())
    bench.runner.close()


def part(quality: Quality, wanted: ScorePart) -> float:
    return sum((each.value or 0) * each.share for each in quality.inputs if each.part is wanted)


def changed(package: Package, **parts: str) -> Package:
    """The package with another text in its one source or its one test."""
    update = {name: dict.fromkeys(getattr(package, name), text) for name, text in parts.items()}
    return package.model_copy(update=update)


def source(package: Package) -> str:
    return next(iter(package.sources.values()))


@pytest.mark.parametrize("language", ["python", "javascript"])
def test_a_good_package_scores_high(language: str, bench: Bench) -> None:
    told = bench.measured(good(language), language)
    assert told.report is not None
    assert told.report.all_passed, told.report
    bars = {gate.name: gate.passed for gate in told.quality.gates}
    assert {name for name, passed in bars.items() if not passed} <= {"coverage"}, bars
    assert told.quality.score > 0.8, told.quality.inputs
    mutation = next(check for check in told.checks if check.kind is CheckKind.MUTATION)
    assert mutation.measured["mutants"] >= 2


def test_a_thorough_suite_passes_every_gate(bench: Bench) -> None:
    told = bench.measured(good("python"))
    assert told.quality.passed, told.quality.gates
    assert told.quality.score > 0.97
    assert {each.name: each.tool for each in told.quality.inputs}["coverage of lines"].startswith("coverage ")


NOTHING = '''"""Tests of the prices."""

from cart import total


def test_sum_with_tax() -> None:
    total([100, 50], 0.1)


def test_negative_price() -> None:
    try:
        total([-1])
    except ValueError:
        pass
'''


def test_a_suite_that_asserts_nothing_earns_nothing_for_coverage(bench: Bench) -> None:
    package = good("python")
    told = bench.measured(changed(package, tests=NOTHING), bugs=0)
    assert told.report is not None
    assert told.report.all_passed
    assert told.report.coverage is not None
    assert told.report.coverage.line_percent == 100
    assert part(told.quality, ScorePart.COVERAGE) == 0
    assert not told.quality.passed


def test_a_suite_that_asserts_what_is_always_true_is_found_out_by_the_bugs_it_does_not_notice(bench: Bench) -> None:
    empty = NOTHING.replace("    total([100, 50], 0.1)", "    assert total([100, 50], 0.1) is not None")
    empty = empty.replace("        pass", "        assert 1 + 1 == 2")
    told = bench.measured(changed(good("python"), tests=empty))
    assertions = next(check for check in told.checks if check.kind is CheckKind.ASSERTIONS)
    assert assertions.measured == {"tests": 2, "asserting": 2}
    mutation = next(check for check in told.checks if check.kind is CheckKind.MUTATION)
    assert mutation.findings, "some bug goes unnoticed"
    assert part(told.quality, ScorePart.COVERAGE) < 0.75 * part(
        bench.measured(good("python")).quality, ScorePart.COVERAGE
    )


HIJACK = """
import _pytest.runner as _runner

def _passed(cls, func, when, reraise=None):
    return cls(None, None, 0, 0, 0, when, _ispytest=True)

_runner.CallInfo.from_call = classmethod(_passed)
"""


def test_a_package_that_takes_over_its_own_tests_earns_nothing_for_them(bench: Bench) -> None:
    package = good("python")
    told = bench.measured(changed(package, sources=source(package) + HIJACK), bugs=0)
    assert told.report is not None
    assert told.report.hijacked is not None
    assert part(told.quality, ScorePart.COVERAGE) == 0
    assert part(told.quality, ScorePart.PERFORMANCE) == 0
    assert not told.quality.passed


def test_documentation_that_restates_the_name_scores_low(bench: Bench) -> None:
    package = good("python")
    head, _, tail = source(package).partition('    """Add up')
    body = tail.partition('    """\n')[2]
    restating = (
        '    """Total prices.\n\n    Args:\n        prices: The prices.\n        rate: The rate.\n\n'
        '    Returns:\n        The total.\n\n    Raises:\n        ValueError: A value error.\n    """\n'
    )
    head = head.replace("Prices of what lies in a shopping cart", "Cart")
    plain = package.model_copy(update={"documents": {}})
    told = bench.measured(changed(plain, sources=head + restating + body), bugs=0)
    documentation = next(check for check in told.checks if check.kind is CheckKind.DOCUMENTATION)
    assert documentation.measured["documented"] <= 1, documentation.findings
    assert part(told.quality, ScorePart.DOCUMENTATION) < 0.03
    assert {gate.name: gate.passed for gate in told.quality.gates}["documentation"] is False


def test_a_package_that_does_not_parse_scores_nothing(bench: Bench) -> None:
    told = bench.measured(changed(good("python"), sources="def total(:\n"))
    assert told.quality.score < 0.05, told.quality.inputs
    assert {gate.name: gate.passed for gate in told.quality.gates}["syntax"] is False
