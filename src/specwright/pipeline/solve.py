"""The story of a function, top to bottom: from a problem in words to a function with the evidence that it works."""

from __future__ import annotations

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.run.events import (
    CandidateWritten,
    Revised,
    Ruled,
    Specified,
    StageEntered,
    TestsWritten,
    Warned,
)
from specwright.core.run.fold import revise_cases
from specwright.core.run.function_state import FunctionState
from specwright.core.run.result import Result
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.conclude import conclude
from specwright.pipeline.judging.arbitrate import arbitrate, is_over
from specwright.pipeline.judging.revise import blamed_code, blamed_tests, drop_tests, undecided_about
from specwright.pipeline.running.matrix import fill_matrix, run_cases
from specwright.pipeline.running.probe import probe
from specwright.pipeline.running.properties import check_properties
from specwright.pipeline.writing.author import Author
from specwright.pipeline.writing.specify import read_examples
from specwright.pipeline.writing.tests import contradiction, user_cases


async def solve(context: RunContext, author: Author) -> Result:
    """From the problem to the result. Raises as `run` does, and what `run` turns into a result."""
    await context.log.emit(StageEntered(stage="specify"))
    examples = read_examples(context.task)
    specification = await author.specify(context, examples)
    await context.log.emit(Specified(specification=specification))

    await context.log.emit(StageEntered(stage="write_tests"))
    given = user_cases(specification, examples)
    await context.log.emit(TestsWritten(cases=given))
    if contradiction(given):
        return conclude(context)
    written = await author.write_tests(context, specification, given)
    await context.log.emit(TestsWritten(cases=written))

    await context.log.emit(StageEntered(stage="write_code"))
    function_state = FunctionState(specification=specification, cases=given + written)
    function_state = function_state.model_copy(update={"candidates": await author.write_code(context, function_state)})

    verdicts: list[Verdict] = []
    states: list[str] = []
    while True:
        await context.log.emit(StageEntered(stage="execute", round=function_state.round))
        function_state = await fill_matrix(context, function_state)

        await context.log.emit(StageEntered(stage="arbitrate", round=function_state.round))
        function_state = await check_properties(context, await probe(context, function_state))
        function_state, verdict = await _rule(context, author, function_state)
        await context.log.emit(Ruled(round=function_state.round, verdict=verdict))
        verdicts.append(verdict)
        states.append(function_state.digest)
        mendable = bool(author.revise_tests and blamed_tests(verdict, function_state.cases))
        if is_over(verdicts, states, mendable=mendable) or function_state.round >= context.limits.max_iterations:
            await _drop_wrong_tests(context, function_state, verdict)
            return conclude(context)

        await context.log.emit(StageEntered(stage="revise", round=function_state.round))
        try:
            function_state = await _revise(context, author, function_state, verdict)
        except ModelError as error:
            if not isinstance(error, ReplyUnusable) and not _passes_everything(function_state, verdict):
                raise
            await context.log.emit(Warned(text=f"nothing could be revised: {error.message}"))
            return conclude(context)


def _passes_everything(function_state: FunctionState, verdict: Verdict) -> bool:
    return verdict.chosen is not None and function_state.execution(verdict.chosen).all_passed


async def _rule(context: RunContext, author: Author, function_state: FunctionState) -> tuple[FunctionState, Verdict]:
    """The judge's verdict, resting for the chosen candidate on cases that each ran in a process of their own."""
    while True:
        verdict = arbitrate(function_state, properties=function_state.properties, priors=author.priors(function_state))
        if verdict.chosen is None or function_state.execution(verdict.chosen).isolated:
            return function_state, verdict
        chosen = function_state.candidate(verdict.chosen)
        function_state = function_state.with_execution(await run_cases(context, function_state, chosen, isolated=True))


async def _drop_wrong_tests(context: RunContext, function_state: FunctionState, verdict: Verdict) -> None:
    """Accepted code is not handed over with tests that were ruled wrong."""
    doubtful = blamed_tests(verdict, function_state.cases)
    if doubtful and verdict.decision is Decision.ACCEPT:
        await context.log.emit(Revised(revision=drop_tests(function_state, doubtful)))


async def _revise(
    context: RunContext, author: Author, function_state: FunctionState, verdict: Verdict
) -> FunctionState:
    """Only the side that was ruled wrong is revised; where nobody was, more evidence is sought."""
    doubtful, guilty = blamed_tests(verdict, function_state.cases), blamed_code(verdict)
    if not doubtful and not guilty and "reference" in function_state.gathered:
        # Still a tie, with the best evidence on the table: now the code writer's opinion may break it.
        guilty = undecided_about(verdict)
    mended = function_state
    if doubtful and author.revise_tests:
        revision = await author.revise_tests(context, function_state, doubtful)
        await context.log.emit(Revised(revision=revision))
        mended = mended.model_copy(update={"cases": revise_cases(function_state.cases, revision)})
    if guilty and author.revise_code and verdict.chosen is not None:
        revision, candidate = await author.revise_code(
            context, function_state, function_state.candidate(verdict.chosen), guilty
        )
        await context.log.emit(CandidateWritten(candidate=candidate))
        await context.log.emit(Revised(revision=revision))
        mended = mended.model_copy(update={"candidates": (*function_state.candidates, candidate)})
    if mended.digest == function_state.digest and verdict.decision is not Decision.ACCEPT:
        mended = await author.more_evidence(context, function_state, verdict)
    return mended.model_copy(update={"round": function_state.round + 1})
