"""The score: each measured figure as a value from 0 to 1, weighed. Nothing here is anybody's opinion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from specwright.core.evidence.finding import Check, CheckKind
from specwright.core.evidence.native import Coverage, NativeReport
from specwright.core.evidence.quality import WEIGHTS, Input, Quality, QualityMetrics, ScorePart
from specwright.core.text import counted
from specwright.core.work.performance import BoundResult, BoundVerdict
from specwright.quality.evidence import QualityEvidence
from specwright.quality.gates import gates

# Within its part, what each figure weighs; a figure that a language does not have leaves its weight to the others.
_COVERAGE: Final = {"lines": 5, "branches": 3, "seeded": 2}
_DOCUMENTATION: Final = {CheckKind.DOCUMENTATION: 4, CheckKind.EXAMPLES: 1}
_MAINTAINABILITY: Final = {
    CheckKind.COMPLEXITY: 6,
    CheckKind.LINT: 4,
    CheckKind.FORMAT: 3,
    CheckKind.TYPES: 3,
    CheckKind.SECURITY: 2,
    CheckKind.DUPLICATION: 2,
}
_NOT_IN_EVERY_LANGUAGE: Final = frozenset({CheckKind.TYPES, CheckKind.EXAMPLES})
N = TypeVar("N")
_LINES_PER_FINDING: Final = 10
"""A remark on every tenth line leaves nothing of the value."""


def score(
    checks: Sequence[Check],
    report: NativeReport | None = None,
    bounds: Sequence[BoundResult] = (),
    metrics: QualityMetrics | None = None,
) -> Quality:
    """Return the measured quality of a package, every input with the tool that it came from.

    `report` is that of its own tests, `bounds` are the outcomes of stated performance. An input that was not measured
    counts as 0. If no performance is stated, the other parts share its weight.
    """
    evidence = QualityEvidence.of(checks, report, bounds, metrics)
    inputs = _of_the_whole(
        _syntax(evidence),
        *_coverage(evidence),
        *_from_checks(evidence, ScorePart.DOCUMENTATION, _DOCUMENTATION),
        *_performance(evidence),
        *_from_checks(evidence, ScorePart.MAINTAINABILITY, _MAINTAINABILITY),
    )
    total = sum((each.value or 0.0) * each.share for each in inputs)
    return Quality(score=round(total, 4), inputs=inputs, gates=gates(evidence))


def _of_the_whole(*inputs: Input) -> tuple[Input, ...]:
    """Return the inputs with shares that sum to 1."""
    total = sum(each.share for each in inputs)
    return tuple(each.model_copy(update={"share": each.share / total}) for each in inputs)


def _syntax(evidence: QualityEvidence) -> Input:
    """All or nothing: a package with one file that does not parse cannot be used."""
    figures = evidence.figures(CheckKind.SYNTAX)
    if figures is None:
        measured = evidence.why_not(CheckKind.SYNTAX)
    else:
        measured = f"{figures['files'] - figures['broken']:.0f} of {figures['files']:.0f} files parse"
    if evidence.report is not None and evidence.report.compile_errors:
        measured += f"; {counted(len(evidence.report.compile_errors), 'compile error')}"
    return Input(
        part=ScorePart.SYNTAX,
        name="syntax",
        measured=measured,
        tool=evidence.tool(CheckKind.SYNTAX),
        value=None if evidence.parses is None else float(evidence.parses),
        share=WEIGHTS[ScorePart.SYNTAX],
    )


# --- tests -----------------------------------------------------------------------------------------------------


def _coverage(evidence: QualityEvidence) -> list[Input]:
    coverage = evidence.report.coverage if evidence.report else None
    tool = coverage.tool if coverage else "none"
    percents = {"lines": coverage.line_percent if coverage else None}
    if coverage is None or any(file.branches is not None for file in coverage.files):
        percents["branches"] = _branch_percent(coverage)
    weights = {name: weight for name, weight in _COVERAGE.items() if name in percents or name == "seeded"}
    shares = _shares(ScorePart.COVERAGE, weights)
    inputs = [
        Input(
            part=ScorePart.COVERAGE,
            name=f"coverage of {name}",
            measured=_covered(evidence, name, percent),
            tool=tool,
            value=_covered_value(evidence, percent),
            share=shares[name],
        )
        for name, percent in percents.items()
    ]
    figures = evidence.figures(CheckKind.MUTATION)
    seeded = Input(
        part=ScorePart.COVERAGE,
        name="seeded bugs noticed",
        measured=f"{figures['noticed']:.0f} of {figures['mutants']:.0f} noticed"
        if figures
        else evidence.why_not(CheckKind.MUTATION),
        tool=evidence.tool(CheckKind.MUTATION),
        value=figures["noticed"] / figures["mutants"] if figures and figures.get("mutants") else None,
        share=shares["seeded"],
    )
    return [*inputs, seeded]


def _branch_percent(coverage: Coverage | None) -> float | None:
    """Return a program without any branch has all of them covered."""
    if coverage is None:
        return None
    return 100.0 if coverage.branch_percent is None else coverage.branch_percent


def _covered(evidence: QualityEvidence, name: str, percent: float | None) -> str:
    if evidence.report is not None and evidence.report.hijacked is not None:
        return f"nothing counts: {evidence.report.hijacked}"
    if percent is None or evidence.untested is not None:
        return f"not measured: {evidence.untested}" if evidence.untested else "not measured"
    credit = evidence.coverage_credit
    counted = "" if credit == 1 else f", of which {percent * credit:.1f} % count: {evidence.why_less}"
    return f"{percent:.1f} % of {name}{counted}"


def _covered_value(evidence: QualityEvidence, percent: float | None) -> float | None:
    if evidence.report is not None and evidence.report.hijacked is not None:
        return 0.0
    if percent is None or evidence.untested is not None:
        return None
    return percent / 100 * evidence.coverage_credit


# --- performance -----------------------------------------------------------------------------------------------


def _performance(evidence: QualityEvidence) -> list[Input]:
    share = WEIGHTS[ScorePart.PERFORMANCE]
    return [
        Input(
            part=ScorePart.PERFORMANCE,
            name=f"{result.bound.function} ({result.bound.requirement})",
            measured=f"{result.verdict.value}: {result.evidence}",
            tool=f"measured {result.unit}",
            value=_VERDICTS[result.verdict],
            share=share / len(evidence.bounds),
        )
        for result in evidence.bounds
    ] or [
        Input(
            part=ScorePart.PERFORMANCE,
            name="performance",
            measured="nothing stated",
            tool="none",
            value=None,
            share=0.0,
        )
    ]


_VERDICTS: Final = {BoundVerdict.HOLDS: 1.0, BoundVerdict.FAILS: 0.0, BoundVerdict.UNKNOWN: None}


# --- checks ----------------------------------------------------------------------------------------------------


def _from_checks(evidence: QualityEvidence, part: ScorePart, weights: dict[CheckKind, int]) -> list[Input]:
    absent = _NOT_IN_EVERY_LANGUAGE - set(evidence.checks)
    shares = _shares(part, {kind: weight for kind, weight in weights.items() if kind not in absent})
    made = []
    for kind, share in shares.items():
        figures = evidence.figures(kind)
        measured, value = (
            (evidence.why_not(kind), None) if figures is None else _judged(kind, figures, evidence.metrics)
        )
        made.append(
            Input(part=part, name=kind.value, measured=measured, tool=evidence.tool(kind), value=value, share=share)
        )
    return made


def _judged(kind: CheckKind, figures: dict[str, float], metrics: QualityMetrics) -> tuple[str, float | None]:
    match kind:
        case CheckKind.COMPLEXITY:
            below = sum(figure < metrics.complexity_threshold for figure in figures.values())
            worst = max(figures.values(), default=0)
            among = counted(len(figures), "function")
            told = f"{below} of {among} below {metrics.complexity_threshold}, worst {worst:.0f}"
            return told, below / len(figures) if figures else 1.0
        case CheckKind.FORMAT:
            good, of = figures["files"] - figures["unformatted"], figures["files"]
            return f"{good:.0f} of {counted(int(of), 'file')} formatted", good / of if of else None
        case CheckKind.DOCUMENTATION:
            good, of = figures["documented"], figures["parts"]
            told = f"{100 * good / of:.1f} % ({good:.0f} of {of:.0f} parts described)" if of else "nothing is public"
            return told, good / of if of else None
        case CheckKind.EXAMPLES:
            good, of = figures["passed"], figures["examples"]
            return (
                (f"{good:.0f} of {counted(int(of), 'example')} run", good / of) if of else ("there is no example", 0.0)
            )
        case CheckKind.DUPLICATION:
            lines, twice = figures["lines"], figures["duplicated"]
            return f"{twice:.0f} of {lines:.0f} lines stand twice", 1 - twice / lines if lines else None
        case _:
            lines, found = figures["lines"], figures["findings"]
            told = f"{counted(int(found), 'finding')} in {lines:.0f} lines"
            return told, max(0.0, 1 - _LINES_PER_FINDING * found / lines) if lines else None


def _shares(part: ScorePart, weights: dict[N, int]) -> dict[N, float]:
    total = sum(weights.values())
    return {name: WEIGHTS[part] * weight / total for name, weight in weights.items()}
