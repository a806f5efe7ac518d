"""Mend findings: what linter, type checker, analysers and security checks find goes back to the code's writer once.

The repair is kept only if it passes everything, is accepted like the code before it, and has fewer findings.
"""

from __future__ import annotations

from typing import Final

from specwright.core.errors import ModelError
from specwright.core.evidence.finding import Check, CheckKind, Finding
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Package
from specwright.core.run.events import Inspected, Revised, Ruled, StageEntered, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Revision
from specwright.core.text import counted
from specwright.core.value import digest
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.assemble import bare_package
from specwright.pipeline.finishing.gate import inspect
from specwright.pipeline.finishing.take_over import repaired_by, take_over
from specwright.pipeline.finishing.tidy import tidy

MENDABLE: Final = (
    CheckKind.LINT,
    CheckKind.TYPES,
    CheckKind.COMPLEXITY,
    CheckKind.DOCUMENTATION,
    CheckKind.SECURITY,
)
"""What the writer of the code can mend. Bugs that no test notices are the test writer's."""


async def mend_findings(
    context: RunContext, state: PackageState, verdict: Verdict, asks: bool
) -> tuple[PackageState, Verdict]:
    """Return the state with code in which the tools find less, and its verdict, if a repair was needed and helped.

    Raise BudgetExhausted or SandboxUnavailable.
    """
    if context.inspection is None or not asks or verdict.chosen is None:
        return state, verdict
    await context.log.emit(StageEntered(stage="mend", round=state.round))
    chosen = state.candidate(verdict.chosen)
    package, found = await _found(context, state, chosen)
    if not found:
        return state, verdict
    try:
        repaired = await repaired_by(context, state, chosen, found, "mend_findings", package.sources)
    except ModelError as error:
        await context.log.emit(Warned(text=f"findings of the tools could not be mended: {error.message}"))
        return state, verdict
    taken = await take_over(context, state, verdict, repaired)
    why = f"{repaired.id} fails a test or is not accepted; keeping {chosen.id}"
    if taken is not None:
        _, left = await _found(context, taken[0], repaired)
        why = "" if len(left) < len(found) else f"{repaired.id} has as many findings; keeping {chosen.id}"
        if not why:
            mended = f"{len(found) - len(left)} of {counted(len(found), 'finding')} of the tools mended"
            await _emit(context, state, chosen, repaired, found, mended)
            await context.log.emit(Ruled(round=taken[0].round, verdict=taken[1]))
            return taken
    await _emit(context, state, chosen, None, found, why)
    return state, verdict


async def _emit(  # noqa: PLR0917 - the parts of one event
    context: RunContext,
    state: PackageState,
    chosen: Candidate,
    repaired: Candidate | None,
    found: tuple[Finding, ...],
    why: str,
) -> None:
    changed = (path for path, text in (repaired.files if repaired else {}).items() if chosen.files.get(path) != text)
    revision = Revision(
        round=state.round,
        reasoning=why,
        revised_function=repaired.id if repaired else None,
        revised_from=chosen.id,
        findings=found,
        files=tuple(changed),
    )
    await context.log.emit(Revised(revision=revision))


async def _found(context: RunContext, state: PackageState, candidate: Candidate) -> tuple[Package, tuple[Finding, ...]]:
    """Return the candidate's sources as the formatter leaves them, and what can be mended in them."""
    inspection = context.inspection
    assert inspection is not None
    package = await tidy(context, bare_package(context, state.blueprint, candidate, ()))
    looks = [look for look in inspection.runs(package) if set(look.kinds) & set(MENDABLE)]

    async def perform() -> Inspected:
        findings = await inspect(context.sandbox, inspection, package, looks)
        return Inspected(key=key, checks=findings.checks)

    key = digest(["mend", package.model_dump(mode="json")])
    checks = (await context.log.effect(Inspected, key, perform)).checks
    made: list[Finding] = []
    worth_it = False
    for check in (check for check in checks if check.kind in MENDABLE):
        found = [one for one in _named(check, context) if one.path in package.sources]
        worth_it |= bool(found) and _matters(check, context)
        made += found
    return package, tuple(made) if worth_it else ()


def _matters(check: Check, context: RunContext) -> bool:
    """Return whether findings are worth a question: remarks on documentation that is complete enough are not."""
    if check.kind is not CheckKind.DOCUMENTATION:
        return True
    parts, documented = check.measured.get("parts", 0.0), check.measured.get("documented", 0.0)
    return 100 * documented < context.limits.metrics.documentation_completeness * parts


def _named(check: Check, context: RunContext) -> tuple[Finding, ...]:
    """Return the findings of a check; a function that is too complex is one."""
    if check.kind is not CheckKind.COMPLEXITY:
        return check.findings
    limit = context.limits.metrics.complexity_threshold
    made = []
    for name, figure in check.measured.items():
        place, _, function = name.partition(" ")
        path, _, line = place.rpartition(":")
        if figure >= limit and line.isdigit():
            text = f"{function} has the cyclomatic complexity {figure:g}; it must be below {limit}"
            made.append(Finding(tool=check.tool, code="complexity", message=text, path=path, line=int(line)))
    return tuple(made)
