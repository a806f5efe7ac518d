"""The measurements of a package: the one thing that score and gates read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from pydantic import Field

from specwright.core.evidence.finding import Check, CheckKind
from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.evidence.quality import QualityMetrics
from specwright.core.text import counted
from specwright.core.value import Value
from specwright.core.work.performance import BoundResult

NOTICED_ENOUGH: Final = 0.8
"""Of the bugs put in on purpose: some changes change nothing that a caller can see, so no suite notices all of them."""
ENOUGH_BUGS: Final = 4
"""With fewer, whether they are noticed is chance."""
_NOT_RUN: Final = "was not run"
_EXAMPLE: Final = re.compile(r"(?:^|[^A-Za-z])Example(?:[A-Z_]\w*)?$")


class QualityEvidence(Value):
    """Everything that was measured. A missing figure was not measured, and never counts as good."""

    checks: dict[CheckKind, Check] = Field(default_factory=dict)
    report: NativeReport | None = None
    bounds: tuple[BoundResult, ...] = ()
    metrics: QualityMetrics = QualityMetrics()

    @classmethod
    def of(
        cls,
        checks: Sequence[Check],
        report: NativeReport | None = None,
        bounds: Sequence[BoundResult] = (),
        metrics: QualityMetrics | None = None,
    ) -> QualityEvidence:
        """Gather it. Of two checks of one kind, one that was made goes before one that was not."""
        by_kind: dict[CheckKind, Check] = {}
        checks = (*checks, *run_with_the_tests(report))
        for check in sorted(checks, key=lambda check: check.unavailable is not None):
            by_kind.setdefault(check.kind, check)
        return cls(checks=by_kind, report=report, bounds=tuple(bounds), metrics=metrics or QualityMetrics())

    def figures(self, kind: CheckKind) -> dict[str, float] | None:
        """Return the figures of a check; None where it was not made, or on sources that do not parse."""
        check = self.checks.get(kind)
        if check is None or check.unavailable is not None:
            return None
        return None if kind is not CheckKind.SYNTAX and self._unreadable else check.measured

    def why_not(self, kind: CheckKind) -> str:
        """Return why there are no figures."""
        check = self.checks.get(kind)
        if check is not None and check.unavailable is None:
            return "not measured: the sources do not parse" if self._unreadable else "not measured: nothing is public"
        return f"not measured: {check.unavailable if check and check.unavailable else _NOT_RUN}"

    def tool(self, kind: CheckKind) -> str:
        return self.checks[kind].tool if kind in self.checks else "none"

    @property
    def parses(self) -> bool | None:
        """Whether all files parse and compile; None if that was not checked."""
        if self.report is not None and self.report.compile_errors:
            return False
        check = self.checks.get(CheckKind.SYNTAX)
        return None if check is None or check.unavailable is not None else not check.measured.get("broken", 0)

    @property
    def _unreadable(self) -> bool:
        """Whether tools met files that do not parse: their silence is no evidence."""
        check = self.checks.get(CheckKind.SYNTAX)
        return check is not None and check.unavailable is None and bool(check.measured.get("broken", 0))

    @property
    def untested(self) -> str | None:
        """Why there is no evidence: no test ran, or there is none. None if tests ran."""
        if self.report is None:
            return "the tests did not run"
        if self.report.tests or self.report.compile_errors or self.report.hijacked is not None:
            return None
        return "there are no tests"

    @property
    def passed_share(self) -> float:
        """The share of the listed tests that passed; a hijacked run counts for nothing."""
        if self.report is None or self.report.hijacked is not None or not self.report.tests:
            return 0.0
        return sum(test.ending is NativeEnding.PASSED for test in self.report.tests) / len(self.report.tests)

    @property
    def _asserting(self) -> dict[str, float] | None:
        """Return how many tests assert something. Tests that notice bugs do, wherever their assertions stand."""
        stated, seeded = self.figures(CheckKind.ASSERTIONS), self.figures(CheckKind.MUTATION)
        unseen = stated is not None and not stated["asserting"] and seeded is not None and seeded["noticed"]
        return None if unseen else stated

    @property
    def why_less(self) -> str:
        """Return why not all of the coverage counts."""
        tests = self.report.tests if self.report else ()
        passed = sum(test.ending is NativeEnding.PASSED for test in tests)
        said = [f"{passed} of {counted(len(tests), 'test')} passed"] if passed < len(tests) or not tests else []
        stated = self._asserting
        if stated is not None and stated["asserting"] < stated["tests"]:
            said.append(f"{stated['asserting']:.0f} of {counted(int(stated['tests']), 'test')} assert something")
        seeded = self.figures(CheckKind.MUTATION)
        if stated is None and (seeded is None or seeded["mutants"] < ENOUGH_BUGS):
            said.append("whether the tests would notice anything was not measured")
        if seeded is not None and seeded["mutants"] >= ENOUGH_BUGS and seeded["noticed"] < seeded["mutants"]:
            said.append(f"{seeded['noticed']:.0f} of {counted(int(seeded['mutants']), 'seeded bug')} noticed")
        return "; ".join(said)

    @property
    def coverage_credit(self) -> float:
        """How much of the coverage counts: running a line proves nothing if no test would notice its effect."""
        stated, seeded = self._asserting, self.figures(CheckKind.MUTATION)
        telling = seeded is not None and seeded["mutants"] >= ENOUGH_BUGS
        if stated is None and not telling:
            return 0.0
        credit = self.passed_share
        if stated is not None:
            credit *= stated["asserting"] / stated["tests"] if stated.get("tests") else 0.0
        if seeded is not None and telling:
            credit *= min(1.0, seeded["noticed"] / seeded["mutants"] / NOTICED_ENOUGH)
        return credit


def run_with_the_tests(report: NativeReport | None) -> tuple[Check, ...]:
    """Return the examples that a language runs among its tests, as Go does: functions named after their subject."""
    if report is None or report.hijacked is not None:
        return ()
    named = [test for test in report.tests if _EXAMPLE.search(test.id)]
    if not named:
        return ()
    tools = ", ".join(f"{name} {version}" for name, version in sorted(report.tools.items()))
    passed = sum(test.ending is NativeEnding.PASSED for test in named)
    measured = {"examples": float(len(named)), "passed": float(passed)}
    return (Check(kind=CheckKind.EXAMPLES, tool=tools or "the package's own tests", measured=measured),)
