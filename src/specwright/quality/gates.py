"""The gates: bars that a package must pass to be called good. A gate that cannot be determined is not passed."""

from __future__ import annotations

from specwright.core.evidence.finding import CheckKind
from specwright.core.evidence.native import NativeEnding
from specwright.core.evidence.quality import Gate
from specwright.core.text import counted
from specwright.core.work.performance import BoundVerdict
from specwright.quality.evidence import QualityEvidence


def gates(evidence: QualityEvidence) -> tuple[Gate, ...]:
    """All gates in the order in which they are shown. Performance is one only if some is stated."""
    made = [_syntax, _tests, _coverage, _complexity, _documentation, _style]
    if evidence.metrics.performance_requirements and evidence.bounds:
        made.append(_performance)
    return tuple(gate(evidence) for gate in made)


def _syntax(evidence: QualityEvidence) -> Gate:
    told = {None: "not determined", True: "all parse", False: "some do not parse or compile"}
    return Gate(name="syntax", bar="all files parse", measured=told[evidence.parses], passed=evidence.parses)


def _tests(evidence: QualityEvidence) -> Gate:
    report = evidence.report
    if evidence.untested is not None or report is None:
        found = None if report is None else False
        return Gate(name="tests", bar="all tests pass", measured=evidence.untested or "", passed=found)
    if report.hijacked is not None:
        measured = f"the test run is not valid: {report.hijacked}"
    elif report.compile_errors:
        measured = "they do not compile"
    else:
        skipped = sum(test.ending is NativeEnding.SKIPPED for test in report.tests)
        measured = f"{evidence.passed_share * len(report.tests):.0f} of {len(report.tests)} pass"
        measured += f", {skipped} skipped" if skipped else ""
    return Gate(name="tests", bar="all tests pass", measured=measured, passed=report.all_passed)


def _coverage(evidence: QualityEvidence) -> Gate:
    least = evidence.metrics.test_coverage_minimum
    bar = f"at least {least:g} % of lines"
    if evidence.report is not None and evidence.report.hijacked is not None:
        return Gate(name="coverage", bar=bar, measured="the test run is not valid", passed=False)
    coverage = evidence.report.coverage if evidence.report else None
    percent = coverage.line_percent if coverage else None
    if percent is None or evidence.untested is not None:
        why = f": {evidence.untested}" if evidence.untested else ""
        return Gate(name="coverage", bar=bar, measured=f"not measured{why}", passed=None)
    credited = percent * evidence.coverage_credit
    told = f"{percent:.1f} %"
    told += "" if credited == percent else f", of which {credited:.1f} % count: {evidence.why_less}"
    return Gate(name="coverage", bar=bar, measured=told, passed=credited >= least)


def _complexity(evidence: QualityEvidence) -> Gate:
    limit = evidence.metrics.complexity_threshold
    bar = f"below {limit} in every function"
    figures = evidence.figures(CheckKind.COMPLEXITY)
    if figures is None:
        return _undetermined("complexity", bar, evidence, CheckKind.COMPLEXITY)
    worst = max(figures, key=lambda name: figures[name], default=None)
    told = "no functions" if worst is None else f"the worst has {figures[worst]:.0f} ({worst})"
    return Gate(name="complexity", bar=bar, measured=told, passed=worst is None or figures[worst] < limit)


def _documentation(evidence: QualityEvidence) -> Gate:
    least = evidence.metrics.documentation_completeness
    bar = f"at least {least:g} % complete"
    figures = evidence.figures(CheckKind.DOCUMENTATION)
    if figures is None or not figures.get("parts"):
        return _undetermined("documentation", bar, evidence, CheckKind.DOCUMENTATION)
    percent = 100 * figures["documented"] / figures["parts"]
    return Gate(name="documentation", bar=bar, measured=f"{percent:.1f} %", passed=percent >= least)


def _style(evidence: QualityEvidence) -> Gate:
    bar = "the formatter changes nothing and the linter finds nothing"
    layout, lint = evidence.figures(CheckKind.FORMAT), evidence.figures(CheckKind.LINT)
    if layout is None or lint is None:
        return _undetermined("style", bar, evidence, CheckKind.FORMAT if layout is None else CheckKind.LINT)
    told = f"{counted(int(layout['unformatted']), 'file')} unformatted, {counted(int(lint['findings']), 'finding')}"
    return Gate(name="style", bar=bar, measured=told, passed=not layout["unformatted"] and not lint["findings"])


def _performance(evidence: QualityEvidence) -> Gate:
    bar = "all stated performance holds"
    verdicts = [result.verdict for result in evidence.bounds]
    told = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in BoundVerdict if verdict in verdicts)
    if BoundVerdict.FAILS in verdicts:
        return Gate(name="performance", bar=bar, measured=told, passed=False)
    return Gate(name="performance", bar=bar, measured=told, passed=None if BoundVerdict.UNKNOWN in verdicts else True)


def _undetermined(name: str, bar: str, evidence: QualityEvidence, kind: CheckKind) -> Gate:
    return Gate(name=name, bar=bar, measured=evidence.why_not(kind), passed=None)
