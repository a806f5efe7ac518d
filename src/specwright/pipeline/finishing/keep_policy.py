"""Keep the policy: audit the package under the rules of the user's company, and ask the code's writer for one repair.

A repair is kept only if the judge accepts it as it accepted the code before, and it breaks fewer rules.
"""

from __future__ import annotations

import asyncio
from typing import Final

from specwright.audit.conduct import Databases, audit
from specwright.audit.folder import AuditedFolder
from specwright.audit.policy import Policy
from specwright.core.errors import ModelError
from specwright.core.evidence.audit import AuditClaim, AuditKind, AuditReport, AuditStanding
from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.evidence.finding import Finding
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Package
from specwright.core.run.events import Audited, Barred, Ruled, StageEntered, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.value import digest
from specwright.core.work.task import AgreedPolicy
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.assemble import bare_package
from specwright.pipeline.finishing.take_over import repaired_by, take_over

_OF_CODE: Final = (
    AuditKind.DECLARED,
    AuditKind.NAMES,
    AuditKind.SECRETS,
    AuditKind.SECURITY,
    AuditKind.SUPPRESSIONS,
    AuditKind.RULES,
)
"""The claims that the writer of the code can mend."""


async def keep_policy(
    context: RunContext, state: PackageState, verdict: Verdict, asks: bool
) -> tuple[PackageState, Verdict]:
    """Return the state with code that keeps the policy better, and its verdict, if a repair was needed and helped.

    Raise BudgetExhausted or SandboxUnavailable.
    """
    policy = context.task.policy
    if policy is None or verdict.chosen is None:
        return state, verdict
    await context.log.emit(StageEntered(stage="policy", round=state.round))
    chosen = state.candidate(verdict.chosen)
    broken = await _broken(context, policy, state, chosen)
    if not broken or not asks:
        return state, verdict
    try:
        repaired = await repaired_by(context, state, chosen, broken, "keep_policy")
    except ModelError as error:
        await context.log.emit(Warned(text=f"the violations of the policy could not be mended: {error.message}"))
        return state, verdict
    taken = await take_over(context, state, verdict, repaired)
    if taken is None:
        text = f"{repaired.id} mends violations of the policy and is not accepted; keeping {chosen.id}"
        await context.log.emit(Warned(text=text))
        return state, verdict
    tried, again = taken
    left = await _broken(context, policy, tried, repaired)
    if len(left) >= len(broken):
        await context.log.emit(Warned(text=f"{repaired.id} breaks as many rules of the policy; keeping {chosen.id}"))
        return state, verdict
    await context.log.emit(Ruled(round=tried.round, verdict=again))
    return tried, again


async def _broken(
    context: RunContext, policy: AgreedPolicy, state: PackageState, candidate: Candidate
) -> tuple[Finding, ...]:
    """Return what the candidate's own files break of the policy, at the lines that their writer knows."""
    package = bare_package(context, state.blueprint, candidate, ())
    report = await audit_package(context, policy, package, candidate.id)
    written = candidate.files or dict.fromkeys(package.sources, candidate.code)
    headers = {
        path: max(0, text.count("\n") - written[path].rstrip("\n").count("\n") - 1)
        for path, text in package.sources.items()
    }
    return tuple(
        finding.model_copy(update={"line": max(1, (finding.line or 1) - headers[finding.path])})
        for claim in report.of(AuditStanding.FAILS)
        for finding in claim.findings
        if claim.kind in _OF_CODE and finding.path in package.sources
    )


async def audit_package(context: RunContext, policy: AgreedPolicy, package: Package, candidate_id: str) -> AuditReport:
    """Return the audit of the whole project under the task's policy, as it is recorded."""
    files = context.project.project(package)

    async def perform() -> Audited:
        report = await asyncio.to_thread(audit_under, policy, package.name, files)
        return Audited(key=key, candidate_id=candidate_id, report=report)

    marks = {path: digest(content.decode("utf-8", "surrogateescape")) for path, content in sorted(files.items())}
    key = digest(["audit", policy.sha256, policy.day.isoformat(), candidate_id, marks])
    return (await context.log.effect(Audited, key, perform)).report


def audit_under(policy: AgreedPolicy, name: str, files: dict[str, bytes]) -> AuditReport:
    """Return the audit of these files under the policy as it was agreed on."""
    folder = AuditedFolder(name=name, files=files)
    return audit(folder, Policy.model_validate_json(policy.text), Databases(), policy.day)


async def bar_by_policy(context: RunContext, policy: AgreedPolicy, package: Package, candidate_id: str) -> None:
    """Audit the finished package, and bar the word if it does not keep the policy."""
    report = await audit_package(context, policy, package, candidate_id)
    if report.standing is AuditStanding.HOLDS:
        return
    failing = report.of(AuditStanding.FAILS) or tuple(
        claim for claim in report.of(AuditStanding.NOT_CHECKED) if claim.kind in report.required
    )
    word = "fails" if report.standing is AuditStanding.FAILS else "was not checked"
    texts = [
        f"under the policy {policy.name} the claim {claim.kind.value} {word}: {_first(claim)}" for claim in failing
    ]
    bars = tuple(Bar(kind=BarKind.POLICY, text=text, remedy="see it with `specwright audit`") for text in texts)
    await context.log.emit(Barred(bars=bars))


def _first(claim: AuditClaim) -> str:
    if not claim.findings:
        return claim.detail
    one, more = claim.findings[0], len(claim.findings) - 1
    return f"{one.path}:{one.line or 1}: {one.message}" + (f", and {more} more" if more else "")
