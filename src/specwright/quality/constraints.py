"""Whether a constraint holds: decided by a measurement of that constraint, and by nothing else."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.evidence.finding import CheckKind
from specwright.core.work.blueprint import Checked, Constraint
from specwright.core.work.performance import BoundVerdict
from specwright.quality.evidence import QualityEvidence
from specwright.quality.gates import gates

_PERCENT: Final = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|per ?cent)", re.IGNORECASE)
_LIMIT: Final = re.compile(
    r"(?:(?P<below>below|under|less than|fewer than|<(?!=))|at most|no(?:t)? more than|max(?:imum)?(?: of)?|<=|≤)"
    r"\s*(?P<figure>\d+)",
    re.IGNORECASE,
)
_CHECKS: Final = {Checked.SECURITY: CheckKind.SECURITY, Checked.TYPES: CheckKind.TYPES}
_GATES: Final = {Checked.DOCUMENTATION: "documentation", Checked.STYLE: "style"}


def holds(constraint: Constraint, evidence: QualityEvidence, foreign: tuple[str, ...] | None) -> bool | None:
    """Return whether the constraint was measured to hold; None if it was not measured.

    `foreign` are the modules that the sources import from outside the standard library, None if that was not checked.
    """
    match constraint.checked:
        case Checked.STANDARD_LIBRARY:
            return None if foreign is None else not foreign
        case Checked.PERFORMANCE:
            return _performance(constraint, evidence)
        case Checked.COMPLEXITY:
            return _complexity(constraint, evidence)
        case Checked.COVERAGE:
            return _coverage(constraint, evidence)
        case Checked.SECURITY | Checked.TYPES as checked:
            kind = _CHECKS[checked]
            return None if evidence.figures(kind) is None else not evidence.checks[kind].findings
        case Checked.DOCUMENTATION | Checked.STYLE as checked:
            return next(gate.passed for gate in gates(evidence) if gate.name == _GATES[checked])
        case None:
            return None


def _performance(constraint: Constraint, evidence: QualityEvidence) -> bool | None:
    """Decided by the bounds that this very constraint states."""
    verdicts = {result.verdict for result in evidence.bounds if result.bound.requirement == constraint.id}
    if BoundVerdict.FAILS in verdicts:
        return False
    return True if verdicts == {BoundVerdict.HOLDS} else None


def _complexity(constraint: Constraint, evidence: QualityEvidence) -> bool | None:
    figures = evidence.figures(CheckKind.COMPLEXITY)
    if figures is None:
        return None
    stated = _LIMIT.search(constraint.text)
    limit = evidence.metrics.complexity_threshold
    if stated:
        limit = int(stated["figure"]) + (0 if stated["below"] else 1)
    return all(figure < limit for figure in figures.values())


def _coverage(constraint: Constraint, evidence: QualityEvidence) -> bool | None:
    coverage = evidence.report.coverage if evidence.report and evidence.report.hijacked is None else None
    percent = coverage.line_percent if coverage else None
    if percent is None:
        return None
    stated = _PERCENT.search(constraint.text)
    least = float(stated[1]) if stated else evidence.metrics.test_coverage_minimum
    return percent * evidence.coverage_credit >= least
