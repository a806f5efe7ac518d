"""Take over: accepted code is repaired where tools found something, and the repair takes its place if it is as good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from specwright.core.evidence.finding import Finding
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import CandidateWritten
from specwright.core.run.package_state import PackageState
from specwright.pipeline.context import Draft, RunContext
from specwright.pipeline.loop import rule
from specwright.pipeline.running.try_out import compare, try_out
from specwright.pipeline.writing.code import next_number
from specwright.pipeline.writing.several.files import with_end, written_paths
from specwright.pipeline.writing.several.rewrite import rewritten

_SHOWN: Final = 40


async def repaired_by(  # noqa: PLR0917 - what the question is made of
    context: RunContext,
    state: PackageState,
    chosen: Candidate,
    findings: Sequence[Finding],
    stage: str,
    texts: Mapping[str, str] | None = None,
) -> Candidate:
    """Return the candidate as its writer mends it, which is emitted. Raise ModelError or BudgetExhausted.

    `texts` are the files as the tools saw them, if their lines differ from the candidate's. Of a package of several
    files only those with a finding are asked for, each by itself.
    """

    async def mended(code: str, found: Sequence[Finding]) -> Draft:
        return await context.ask_code(
            stage,
            language=context.task.language,
            problem=context.task.statement,
            code=code,
            violations="\n".join(f"- line {one.line or 1}: {one.message}" for one in found[:_SHOWN]),
        )

    written = {**chosen.files, **(texts or {})}
    repaired = Candidate(
        id=f"c{next_number((*state.candidates, *context.log.state.candidates))}",
        code=chosen.code,
        language=chosen.language,
        origin=chosen.origin,
        round=state.round + 1,
        parent=chosen.id,
    )
    if chosen.files:
        by_path = {path: [one for one in findings if one.path == path] for path in written_paths(context, state)}
        drafts = {path: await mended(written[path], found) for path, found in by_path.items() if found}
        changed = {path: with_end(draft.code) for path, draft in drafts.items()}
        repaired = rewritten(context, state, chosen, repaired, changed).candidate
    else:
        [code] = texts.values() if texts else [chosen.code]
        draft = await mended(code, findings)
        repaired = repaired.model_copy(update={"code": draft.code, "origin": draft.author})
    await context.log.emit(CandidateWritten(candidate=repaired))
    return repaired


async def take_over(
    context: RunContext, state: PackageState, verdict: Verdict, repaired: Candidate
) -> tuple[PackageState, Verdict] | None:
    """Return the state with the repaired candidate in place of the chosen one, and its verdict, which is not emitted.

    Return None if it does not pass everything, or is not accepted as the chosen one was.
    """
    rest = tuple(one for one in state.candidates if one.id != verdict.chosen)
    tried = await try_out(context, state.in_round(state.round + 1).contending((*rest, repaired)))
    tried, again, _ = await rule(context, await compare(context, tried))
    accepted = again.chosen == repaired.id and again.decision is verdict.decision
    return (tried, again) if accepted and tried.passes_everything(repaired.id) else None
