"""Why the tests of a project fail, in groups: the tests that fail for one reason are one group."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from specwright.core.evidence.finding import CheckKind, Finding
from specwright.core.evidence.native import NativeEnding, NativeReport, NativeTest
from specwright.core.value import Value
from specwright.quality.evidence import QualityEvidence

_LONGEST: Final = 300
_PYTEST: Final = re.compile(r"^E {2,}(\S.*)$", re.MULTILINE)
_PANIC: Final = re.compile(r"^thread '.*' (?:\(\d+\) )?panicked at (\S+):\n(.*)$", re.MULTILINE)
_ERROR: Final = re.compile(r"^\s*((?:[\w.$]+\.)?\w*(?:Error|Exception|Failure)\b.*)$", re.MULTILINE)
_SKIPPED: Final = re.compile(r"""^\(.*, \d+, ['"](?:Skipped: )?(.*)['"]\)$""", re.DOTALL)
_NOISE: Final = re.compile(r"^(?:---|===|\s*at |stack backtrace)")
_ENDED: Final = re.compile(
    r"^(panic: .+|fatal error: .+|(?:[\w.$]+\.)?\w*(?:Error|Exception)(?: \[\w+\])?: .+)$", re.MULTILINE
)
_NETWORK: Final = re.compile(r"\b(?:socket|listen|connect|network|getaddrinfo|ECONN\w+)\b", re.IGNORECASE)
_OUTCOMES: Final = {NativeEnding.MISSING: "it never ended", NativeEnding.SKIPPED: "skipped"}


class FailureGroup(Value):
    """Tests that fail for one reason."""

    reason: str
    tests: tuple[str, ...]


class FindingGroup(Value):
    """Findings of one rule."""

    kind: CheckKind
    code: str
    message: str
    """Of the first of them."""
    places: tuple[str, ...]


def failing_tests(report: NativeReport | None) -> tuple[FailureGroup, ...]:
    """Return the tests that do not pass, by their reason: the largest group first, skipped tests last."""
    if report is None:
        return ()
    ended = early_end(report)
    groups: dict[str, list[str]] = {}
    for error in report.compile_errors:
        place = f"{error.path}:{error.line}" if error.line else error.path
        groups.setdefault(_short(f"does not compile: {error.message}"), []).append(place)
    for test in report.tests:
        if test.ending is not NativeEnding.PASSED:
            missed = ended if test.ending is NativeEnding.MISSING and not test.detail else ""
            reason = f"it did not run, as the test runner ended: {missed}" if missed else reason_of(test)
            groups.setdefault(reason, []).append(test.id)
    made = (FailureGroup(reason=reason, tests=tuple(dict.fromkeys(ids))) for reason, ids in groups.items())
    return tuple(sorted(made, key=lambda group: (group.reason.startswith("skipped"), -len(group.tests))))


def early_end(report: NativeReport) -> str:
    """Return what the test runner printed if it ended before its last test; empty if it did not, or said nothing."""
    found = _ENDED.search(report.output) if report.hijacked is not None else None
    if found is None:
        return ""
    return _short(found[1]) + (" (the sandbox has no network)" if _NETWORK.search(found[1]) else "")


def reason_of(test: NativeTest) -> str:
    """Return the line of a test's output with the reason of its failure."""
    text = test.detail.strip()
    if (skipped := _SKIPPED.match(text)) is not None:
        name = re.escape(test.id.rpartition("::")[2])
        reason = re.sub(rf"(?<!\w){name}(?!\w)", "the test", skipped[1])
        return _short(f"skipped: {reason}")
    if (panic := _PANIC.search(text)) is not None:
        return _short(f"{panic[2]} ({panic[1]})")
    found = _PYTEST.search(text) or _ERROR.search(text)
    lines = (line.strip() for line in text.splitlines() if line.strip() and not _NOISE.match(line))
    said = found[1] if found else next(lines, "")
    outcome = _OUTCOMES.get(test.ending, "")
    return _short(": ".join(filter(None, (outcome, said if said != outcome else ""))) or "it fails and says nothing")


def missing_modules(
    report: NativeReport | None, pattern: str, own: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what the tests import and the sandbox has not: dependencies, and parts of the project itself.

    `own` are names of the project. Its build may make such a part.
    """
    if report is None or not pattern:
        return (), ()
    texts = [*(error.message for error in report.compile_errors), *(test.detail for test in report.tests)]
    names = sorted(set(re.findall(pattern, "\n".join([*texts, report.output]))))
    ours = set(own)
    inside = {name for name in names if name in ours or re.split(r"[./]", name)[0] in ours}
    # Of packages within one another the outer one is enough.
    outer = [name for name in names if not any(name.startswith(f"{other}.") for other in names)]
    return tuple(name for name in outer if name not in inside), tuple(name for name in outer if name in inside)


def grouped_findings(evidence: QualityEvidence) -> tuple[FindingGroup, ...]:
    """Return the findings of all tools by kind and rule, the most frequent rule of a kind first."""
    groups: dict[tuple[CheckKind, str], list[Finding]] = {}
    for kind, check in evidence.checks.items():
        for finding in check.findings:
            groups.setdefault((kind, finding.code), []).append(finding)
    order = list(CheckKind)
    made = [
        FindingGroup(
            kind=kind,
            code=found[0].code,
            message=found[0].message,
            places=tuple(f"{each.path}:{each.line}" if each.line else each.path for each in found),
        )
        for (kind, _), found in groups.items()
    ]
    return tuple(sorted(made, key=lambda group: (order.index(group.kind), -len(group.places))))


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"
