"""A review: what changed, what covers it, which bugs in it go unnoticed, what breaks the policy."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from specwright.adapters.machine.policies import find_policy
from specwright.app import Resources
from specwright.audit.conduct import audit
from specwright.client.audit import AuditSources
from specwright.client.reviewing.changes import TwoTrees, changed_files, read_trees
from specwright.client.reviewing.tried import try_tests
from specwright.core.evidence.audit import AuditReport, AuditStanding
from specwright.core.evidence.finding import Finding
from specwright.core.evidence.review import ChangedFile, RequirementOfChange, Review, TestsOfChange
from specwright.core.program.untrusted import parse_untrusted
from specwright.delivery.handover import RESULT


async def review_changes(
    repository: Path,
    revisions: str,
    sources: AuditSources,
    resources: Resources,
    *,
    language: str | None = None,
    bugs: int = 12,
    seconds: float = 120.0,
) -> Review:
    """Review the changes of `A..B`. Raise UserError and ToolchainMissing."""
    trees = await asyncio.to_thread(read_trees, repository, revisions)
    files = tuple(await asyncio.to_thread(lambda: list(changed_files(trees))))
    report = await asyncio.to_thread(_audited, trees, sources)
    lines = {each.path: set(each.added) for each in files if not each.is_gone}
    spoken = language or _language(trees, files)
    tests = TestsOfChange(not_run="no source in a language that is known changed")
    if spoken is not None:
        tests = await try_tests(trees.after.files, lines, spoken, resources, bugs=bugs, seconds=seconds)
    return Review(
        base=trees.base,
        head=trees.head,
        files=files,
        tests=tests,
        requirements=tuple(_requirements(trees, files)),
        violations=tuple(_violations(report, lines)),
        audit=report,
    )


def _audited(trees: TwoTrees, sources: AuditSources) -> AuditReport:
    policy = find_policy(sources.policy)
    return audit(trees.after, policy, sources.databases(), datetime.now(UTC).date())


def _violations(report: AuditReport, lines: dict[str, set[int]]) -> Iterator[Finding]:
    """Yield the findings that the changes brought: in their lines, or in changed files if they have no line."""
    for claim in report.of(AuditStanding.FAILS):
        for found in claim.findings:
            if found.path in lines and (found.line is None or found.line in lines[found.path]):
                yield found.model_copy(update={"code": found.code or claim.kind.value})


def _language(trees: TwoTrees, files: tuple[ChangedFile, ...]) -> str | None:
    """Return the language of most changed sources."""
    counts = Counter(
        language for each in files if (language := trees.after.languages.get(each.path)) and not each.is_gone
    )
    return counts.most_common(1)[0][0] if counts else None


def _requirements(trees: TwoTrees, files: tuple[ChangedFile, ...]) -> Iterator[RequirementOfChange]:
    """Yield the requirements of packages that were handed over into the repository, and whose files changed."""
    for path, text in trees.after.texts.items():
        folder, _, name = path.rpartition("/")
        inside = f"{folder}/" if folder else ""
        if name != RESULT or not any(each.path.startswith(inside) and each.path != path for each in files):
            continue
        try:
            result = parse_untrusted(text.encode())
            tests = {row["requirement"]: tuple(map(str, row["tests"])) for row in result["matrix"]}
            for one in result["requirements"]:
                yield RequirementOfChange(id=str(one["id"]), text=_words(one), tests=tests.get(one["id"], ()))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # another tool's file of that name


def _words(requirement: dict[str, Any]) -> str:
    return " ".join(str(requirement["text"]).split())
