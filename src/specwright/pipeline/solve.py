"""The story of a function, top to bottom: from a problem in words to a function with the evidence that it works."""

from __future__ import annotations

from specwright.core.docket import Docket
from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.events import (
    CandidateWritten,
    Revised,
    Ruled,
    Specified,
    StageEntered,
    TestsWritten,
    Warned,
)
from specwright.core.fold import revise_cases
from specwright.core.result import Result
from specwright.core.ruling import Decision, Verdict
from specwright.pipeline.arbitrate import arbitrate, is_over
from specwright.pipeline.author import Author
from specwright.pipeline.check_properties import check_properties
from specwright.pipeline.conclude import conclude
from specwright.pipeline.desk import Desk
from specwright.pipeline.matrix import fill_matrix, run_cases
from specwright.pipeline.probe import probe
from specwright.pipeline.revise import blamed_code, blamed_tests, drop_tests, undecided_about
from specwright.pipeline.specify import read_examples
from specwright.pipeline.write_tests import contradiction, user_cases


async def solve(desk: Desk, author: Author) -> Result:
    """From the problem to the result. Raises as `run` does, and what `run` turns into a result."""
    await desk.log.tell(StageEntered(stage="specify"))
    examples = read_examples(desk.task)
    specification = await author.specify(desk, examples)
    await desk.log.tell(Specified(specification=specification))

    await desk.log.tell(StageEntered(stage="write_tests"))
    given = user_cases(specification, examples)
    await desk.log.tell(TestsWritten(cases=given))
    if contradiction(given):
        return conclude(desk)
    written = await author.write_tests(desk, specification, given)
    await desk.log.tell(TestsWritten(cases=written))

    await desk.log.tell(StageEntered(stage="write_code"))
    docket = Docket(specification=specification, cases=given + written)
    docket = docket.model_copy(update={"candidates": await author.write_code(desk, docket)})

    verdicts: list[Verdict] = []
    states: list[str] = []
    while True:
        await desk.log.tell(StageEntered(stage="execute", round=docket.round))
        docket = await fill_matrix(desk, docket)

        await desk.log.tell(StageEntered(stage="arbitrate", round=docket.round))
        docket = await check_properties(desk, await probe(desk, docket))
        docket, verdict = await _rule(desk, author, docket)
        await desk.log.tell(Ruled(round=docket.round, verdict=verdict))
        verdicts.append(verdict)
        states.append(docket.digest)
        mendable = bool(author.revise_tests and blamed_tests(verdict, docket.cases))
        if is_over(verdicts, states, mendable=mendable) or docket.round >= desk.limits.max_iterations:
            await _drop_wrong_tests(desk, docket, verdict)
            return conclude(desk)

        await desk.log.tell(StageEntered(stage="revise", round=docket.round))
        try:
            docket = await _revise(desk, author, docket, verdict)
        except ModelError as error:
            if not isinstance(error, ReplyUnusable) and not _passes_everything(docket, verdict):
                raise
            await desk.log.tell(Warned(text=f"nothing could be revised: {error.message}"))
            return conclude(desk)


def _passes_everything(docket: Docket, verdict: Verdict) -> bool:
    return verdict.chosen is not None and docket.execution(verdict.chosen).all_passed


async def _rule(desk: Desk, author: Author, docket: Docket) -> tuple[Docket, Verdict]:
    """The judge's verdict, resting for the chosen candidate on cases that each ran in a process of their own."""
    while True:
        verdict = arbitrate(docket, properties=docket.properties, priors=author.priors(docket))
        if verdict.chosen is None or docket.execution(verdict.chosen).isolated:
            return docket, verdict
        chosen = docket.candidate(verdict.chosen)
        docket = docket.with_execution(await run_cases(desk, docket, chosen, isolated=True))


async def _drop_wrong_tests(desk: Desk, docket: Docket, verdict: Verdict) -> None:
    """Accepted code is not handed over with tests that were ruled wrong."""
    doubtful = blamed_tests(verdict, docket.cases)
    if doubtful and verdict.decision is Decision.ACCEPT:
        await desk.log.tell(Revised(revision=drop_tests(docket, doubtful)))


async def _revise(desk: Desk, author: Author, docket: Docket, verdict: Verdict) -> Docket:
    """Only the side that was ruled wrong is revised; where nobody was, more evidence is sought."""
    doubtful, guilty = blamed_tests(verdict, docket.cases), blamed_code(verdict)
    if not doubtful and not guilty and "reference" in docket.gathered:
        # Still a tie, with the best evidence on the table: now the code writer's opinion may break it.
        guilty = undecided_about(verdict)
    mended = docket
    if doubtful and author.revise_tests:
        revision = await author.revise_tests(desk, docket, doubtful)
        await desk.log.tell(Revised(revision=revision))
        mended = mended.model_copy(update={"cases": revise_cases(docket.cases, revision)})
    if guilty and author.revise_code and verdict.chosen is not None:
        revision, candidate = await author.revise_code(desk, docket, docket.candidate(verdict.chosen), guilty)
        await desk.log.tell(CandidateWritten(candidate=candidate))
        await desk.log.tell(Revised(revision=revision))
        mended = mended.model_copy(update={"candidates": (*docket.candidates, candidate)})
    if mended.digest == docket.digest and verdict.decision is not Decision.ACCEPT:
        mended = await author.more_evidence(desk, docket, verdict)
    return mended.model_copy(update={"round": docket.round + 1})
