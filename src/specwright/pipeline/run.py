"""The story of a run, top to bottom: from a problem in words to a function with the evidence that it works.

Every step is told to the log before anything follows from it, so a run that was killed is told again from the top and
goes on where the record ends (see `log.py`).
"""

from __future__ import annotations

from specwright import __version__
from specwright.core.docket import Docket
from specwright.core.errors import BudgetExhausted, ModelError, SandboxUnavailable
from specwright.core.events import (
    CandidateWritten,
    Revised,
    Ruled,
    RunEnded,
    RunStarted,
    Specified,
    StageEntered,
    TestsWritten,
    Warned,
)
from specwright.core.fold import revise_cases
from specwright.core.result import Result
from specwright.core.ruling import Decision, Verdict
from specwright.pipeline.arbitrate import arbitrate
from specwright.pipeline.conclude import conclude, unfinished
from specwright.pipeline.desk import Desk
from specwright.pipeline.matrix import fill_matrix, run_cases
from specwright.pipeline.revise import blamed_code, blamed_tests, revise_code, revise_tests
from specwright.pipeline.specify import read_examples, specify
from specwright.pipeline.write_code import write_code
from specwright.pipeline.write_tests import contradiction, user_cases, write_tests


async def run(desk: Desk) -> Result:
    """Solve the task. Raises UserError for a task that cannot be read, StoreError and ReplayDiverged, and nothing else:
    a model, a sandbox or a budget that gives out is a result that says so, with the best that was found until then."""
    await desk.log.tell(
        RunStarted(
            task=desk.task,
            limits=desk.limits,
            model=desk.model.name,
            sandbox=desk.sandbox.name,
            version=__version__,
        )
    )
    try:
        result = await _solve(desk)
    except (ModelError, SandboxUnavailable, BudgetExhausted) as error:
        result = unfinished(desk, error)
    await desk.log.tell(RunEnded(result=result))
    return result


async def _solve(desk: Desk) -> Result:
    await desk.log.tell(StageEntered(stage="specify"))
    examples = read_examples(desk.task)
    specification = await specify(desk, examples)
    await desk.log.tell(Specified(specification=specification))

    await desk.log.tell(StageEntered(stage="write_tests"))
    given = user_cases(specification, examples)
    await desk.log.tell(TestsWritten(cases=given))
    if contradiction(given):
        return conclude(desk)
    written = await write_tests(desk, specification, given)
    await desk.log.tell(TestsWritten(cases=written))

    await desk.log.tell(StageEntered(stage="write_code"))
    docket = await _more_candidates(desk, Docket(specification=specification, cases=given + written))

    seen = set[str]()
    while True:
        await desk.log.tell(StageEntered(stage="execute", round=docket.round))
        docket = await fill_matrix(desk, docket)

        await desk.log.tell(StageEntered(stage="arbitrate", round=docket.round))
        docket, verdict = await _rule(desk, docket)
        await desk.log.tell(Ruled(round=docket.round, verdict=verdict))
        if verdict.decision is not Decision.GO_ON or docket.round == desk.limits.max_iterations:
            return conclude(desk)

        await desk.log.tell(StageEntered(stage="revise", round=docket.round))
        seen.add(docket.digest)
        docket = await _revise(desk, docket, verdict)
        if docket.digest in seen:
            await desk.log.tell(Warned(text="the revision came back to an earlier state; going on would go in circles"))
            return conclude(desk)


async def _rule(desk: Desk, docket: Docket) -> tuple[Docket, Verdict]:
    """The judge's verdict, resting for the chosen candidate on cases that each ran in a process of their own."""
    while True:
        verdict = arbitrate(docket)
        if verdict.chosen is None or docket.execution(verdict.chosen).isolated:
            return docket, verdict
        chosen = docket.candidate(verdict.chosen)
        docket = docket.with_execution(await run_cases(desk, docket, chosen, isolated=True))


async def _revise(desk: Desk, docket: Docket, verdict: Verdict) -> Docket:
    """Only the side that was ruled wrong is revised; where nothing could be decided, more evidence is written."""
    doubtful, guilty = blamed_tests(verdict, docket.cases), blamed_code(verdict)
    mended = docket
    if doubtful:
        revision = await revise_tests(desk, docket, doubtful)
        await desk.log.tell(Revised(revision=revision))
        mended = mended.model_copy(update={"cases": revise_cases(docket.cases, revision)})
    if guilty and verdict.chosen is not None:
        revision, candidate = await revise_code(desk, docket, docket.candidate(verdict.chosen), guilty)
        await desk.log.tell(CandidateWritten(candidate=candidate))
        await desk.log.tell(Revised(revision=revision))
        mended = mended.model_copy(update={"candidates": (*docket.candidates, candidate)})
    if not doubtful and not guilty:
        await desk.log.tell(Warned(text=f"round {docket.round} left open who is wrong; more candidates are written"))
        mended = await _more_candidates(desk, mended)
    return mended.model_copy(update={"round": docket.round + 1})


async def _more_candidates(desk: Desk, docket: Docket) -> Docket:
    return docket.model_copy(update={"candidates": docket.candidates + await write_code(desk, docket)})
