"""Write a checker: if several answers may be right, a program decides which are. It is vetted before it is used."""

from __future__ import annotations

from typing import Final

from specwright.core.errors import ReplyUnusable
from specwright.core.evidence.outcome import is_checked
from specwright.core.evidence.probe import Probe
from specwright.core.program.data import Data, show
from specwright.core.run.events import CheckerDropped, CheckerWritten, Probed, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.value import digest
from specwright.core.work.checker import Checker, checker_signature
from specwright.core.work.task import Specification
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.judge.checkers.mutations import mutations
from specwright.judge.checkers.vetting import Trial, lenient_or_wrong, unseen_lenience
from specwright.pipeline.context import Draft, RunContext
from specwright.pipeline.running.checking import run_checker, verdict_of, with_output
from specwright.pipeline.writing.tests import list_cases, list_requirements
from specwright.ports.language import CallLimits, Program

ATTEMPTS: Final = 2
"""A checker that is refused is asked for once more, with the reason."""
VETTED_ON: Final = 16
"""So many known answers are mutated at most."""
_CALLED: Final = "checker"
_ASKED: Final = "checker"
"""In `FunctionState.gathered`: a checker was asked for, whatever came of it."""


async def write_checker(
    context: RunContext, specification: Specification, cases: tuple[TestCase, ...], function: str | None = None
) -> Checker | None:
    """Emit and return a vetted checker; None if only one answer is right, or no checker can be used.

    Raise ModelError, BudgetExhausted, SandboxUnavailable or ToolchainMissing.
    """
    if not specification.several_answers:
        return None
    refused = ""
    for attempt in range(ATTEMPTS):
        try:
            draft = await _ask(context, specification, cases, attempt, refused)
        except ReplyUnusable as error:
            await context.log.emit(Warned(text=f"no checker could be written: {error.message}"))
            return None
        trials = await _try(context, specification, cases, draft)
        why = lenient_or_wrong(trials)
        if why is None:
            checker = _vetted(draft, trials, function)
            await context.log.emit(CheckerWritten(checker=checker))
            return checker
        await context.log.emit(Warned(text=f"the checker {why}, and is not used"))
        refused = f"\nAn earlier checker was refused, because it {why}.\n"
    return None


async def with_checkers(context: RunContext, state: PackageState) -> PackageState:
    """Return the state with a checker for each function on which several answers may be right.

    If no checker can be used, the tests that only it could decide are set aside. Raise as `write_checker` does.
    """
    for name, function_state in state.function_states.items():
        if not function_state.specification.several_answers or _ASKED in function_state.gathered:
            continue
        checker = await write_checker(
            context, function_state.specification, function_state.cases, function_state.function
        )
        found = {"checker": checker, "gathered": (*function_state.gathered, _ASKED)}
        state = state.with_function(name, function_state.model_copy(update=found))
        aside = tuple(case.id for case in function_state.cases if is_open(case))
        if checker is None and aside:
            why = f"no checker can be used: {len(aside)} tests with several right answers are set aside"
            await context.log.emit(CheckerDropped(why=why, cases=aside))
            state = state.without(frozenset(aside))
    return state


def is_open(case: TestCase) -> bool:
    """Whether only a checker can decide the case: another answer may be right, and this one is not the user's."""
    return is_checked(case) and case.tier is not Tier.USER


async def _ask(
    context: RunContext, specification: Specification, cases: tuple[TestCase, ...], attempt: int, refused: str
) -> Draft:
    return await context.ask_python(
        "write_checker",
        attempt,
        problem=context.task.statement,
        signature=str(specification.signature),
        requirements=list_requirements(specification),
        examples=list_cases(tuple(case for case in cases if case.tier.rank <= Tier.SPEC.rank)),
        refused=refused,
        declaration=context.python.declaration(checker_signature(specification.signature)),
    )


async def _try(
    context: RunContext, specification: Specification, cases: tuple[TestCase, ...], draft: Draft
) -> tuple[Trial, ...]:
    """Return the checker's decisions on known answers and on mutated ones. Every call is recorded."""
    planned = _plan(specification, cases)
    signature = specification.signature
    calls = [with_output(signature, inputs, output) for inputs, output, _ in planned]

    async def perform() -> Probed:
        limits = CallLimits(
            seconds=context.limits.call_seconds, memory_bytes=context.limits.memory_bytes, seed=context.limits.seed
        )
        program = Program(code=draft.code, signature=checker_signature(signature))
        outcomes = await run_checker(context.sandbox, context.python, program, calls, limits)
        probes = (Probe(inputs=call, outcomes={_CALLED: came}) for call, came in zip(calls, outcomes, strict=True))
        return Probed(key=key, round=1, probes=tuple(probes))

    key = digest(["checker", specification.signature.name, draft.code, calls])
    found = await context.log.effect(Probed, key, perform)
    said = [verdict_of(probe.outcomes[_CALLED]) for probe in found.probes]
    return tuple(trial.model_copy(update={"said": right}) for (_, _, trial), right in zip(planned, said, strict=True))


def _plan(specification: Specification, cases: tuple[TestCase, ...]) -> list[tuple[dict[str, Data], Data, Trial]]:
    """Return the answers to try, as inputs, output and a trial whose verdict is open."""
    known = [(case, case.expected.value) for case in cases if isinstance(case.expected, Returns)]
    known.sort(key=lambda pair: pair[0].tier.rank)
    planned = []
    for case, output in known[:VETTED_ON]:
        others = [other for _, other in known if digest(other) != digest(output)]
        trusted = case.tier.rank <= Tier.SPEC.rank
        shown = f"{case.call} -> "
        planned.append((case.inputs, output, Trial(call=shown + show(output), said=None, trusted=trusted)))
        for made in mutations(output, others, specification.signature.outcome):
            trial = Trial(call=shown + show(made.value), said=None, mutated=made.kind, only=case.only_answer)
            planned.append((case.inputs, made.value, trial))
    return planned


def _vetted(draft: Draft, trials: tuple[Trial, ...], function: str | None) -> Checker:
    mutated = [trial for trial in trials if trial.mutated]
    return Checker(
        code=draft.code,
        author=draft.author,
        function=function,
        accepted=sum(trial.said is True for trial in trials if not trial.mutated),
        rejected=sum(trial.said is False for trial in mutated),
        mutated=len(mutated),
        trusted=any(trial.trusted for trial in trials if not trial.mutated),
        untried=unseen_lenience(trials),
    )
