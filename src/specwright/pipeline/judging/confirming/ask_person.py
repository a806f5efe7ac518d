"""Ask the person who knows: one answer is worth more than any number of samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.program.data import Data
from specwright.core.run.events import TestsWritten, UserAnswered
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.value import digest
from specwright.core.work.question import ANSWERED, Choice, Expected, Indifferent, NotSure, UserQuestion
from specwright.core.work.testcase import TestCase, Tier
from specwright.judge.probes.inputs import for_questions
from specwright.judge.questions import Tried, next_question, question_about
from specwright.judge.ranking.richness import unordered
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.confirming.confirmed import NOTHING, is_confirmed, unshown
from specwright.pipeline.judging.doubts import is_settled, parted_probes
from specwright.pipeline.running.mutants import noticed_mutants
from specwright.pipeline.running.probe import legal_inputs, try_inputs
from specwright.pipeline.writing.tests import only_requirement

_PATIENCE: Final = 2
"""After so many answers in a row that say "not sure", no further question is asked."""


async def ask_person(context: RunContext, state: PackageState, verdict: Verdict) -> PackageState | None:
    """Return the state with the person's answers; None if no question is asked, or no answer helps.

    An answer becomes a test of the user's tier. An input whose outcome does not matter to the person adds nothing
    about the candidates from then on.
    """
    for name, function_state in state.function_states.items():
        while (question := await _question(context, function_state, verdict)) is not None:
            changed = _applied(function_state, await _asked(context, question))
            if changed is not None:
                cases = changed.cases[len(function_state.cases) :]
                if cases:
                    await context.log.emit(TestsWritten(cases=cases))
                return state.with_function(name, changed)
    return None


async def _asked(context: RunContext, question: UserQuestion) -> UserAnswered:
    async def perform() -> UserAnswered:
        assert context.person is not None
        return UserAnswered(key=question.key, question=question, answer=await context.person.answer(question))

    return await context.log.effect(UserAnswered, question.key, perform)


def _applied(state: FunctionState, event: UserAnswered) -> FunctionState | None:
    match event.answer:
        case Expected(expected=expected):
            number = 1 + sum(case.source == ANSWERED for case in state.cases)
            case = TestCase(
                id=state.name_case(f"a{number}"),
                name=f"answer {number}",
                inputs=event.question.inputs,
                expected=expected,
                tier=Tier.USER,
                requirement=only_requirement(state.specification),
                source=ANSWERED,
                function=state.function,
            )
            return state.model_copy(update={"cases": (*state.cases, case)})
        case Indifferent():
            return state.model_copy(update={"indifferent": (*state.indifferent, event.question.inputs)})
        case _:
            return None


async def _question(context: RunContext, state: FunctionState, verdict: Verdict) -> UserQuestion | None:
    """Return the next question; None if no question is allowed, or none is worth it. Raise SandboxUnavailable."""
    asked = context.log.state.questions
    if context.person is None or len(asked) >= context.limits.questions or _does_not_know(asked):
        return None
    if verdict.decision is Decision.ABSTAIN and state.cases:
        return None
    if state.specification.several_answers:
        return None  # one answer would not decide between them
    given = [case for case in state.cases if case.tier is Tier.USER]
    met = {execution.candidate_id for execution in state.executions if _passes(state, execution.candidate_id, given)}
    if verdict.chosen not in met:
        return None  # the user's answer is not met yet: code comes first
    confirmed = is_confirmed(state, verdict.chosen)
    if verdict.decision is Decision.ACCEPT and confirmed and not _is_doubted(state, verdict):
        return await _showing_question(context, state, verdict, met)
    done = [*(event.question.inputs for event in asked), *state.indifferent]
    open_inputs = context.writers.worth_asking(state)
    further = await try_inputs(context, state, _further(context, state, open_inputs))
    tried = [
        one._replace(outcomes={who: _in_one_order(state, told) for who, told in one.outcomes.items() if who in met})
        for one in (*_tried(state), *(Tried(probe.inputs, probe.outcomes) for probe in further))
    ]
    if not confirmed and not open_inputs:
        tried = [one for one in tried if one.written] or tried  # a made-up input confirms nothing about plain ones
    found = next_question(state.name, tried, verdict, answered=given, asked=done, open_inputs=open_inputs)
    if (found is None or found.confirming) and (verdict.decision is Decision.ACCEPT or not confirmed):
        return await _showing_question(context, state, verdict, met) or found
    return found


def _does_not_know(asked: Sequence[UserAnswered]) -> bool:
    """Return whether the person was not sure twice running: the next question would not help them either."""
    last = asked[-_PATIENCE:]
    return len(last) == _PATIENCE and all(isinstance(event.answer, NotSure) for event in last)


async def _showing_question(
    context: RunContext, state: FunctionState, verdict: Verdict, met: set[str]
) -> UserQuestion | None:
    """Return the question about the written test that shows most of what the user has not confirmed yet.

    Raise SandboxUnavailable.
    """
    if not context.writers.examples_must_show or verdict.chosen is None:
        return None
    asked = {event.question.key for event in context.log.state.questions}
    noticed = await noticed_mutants(context, state, state.candidate(verdict.chosen)) or NOTHING

    def can_ask(case: TestCase) -> bool:
        return UserQuestion.key_of(state.name, case.inputs) not in asked

    left = unshown(state, verdict.chosen, noticed, context.task.statement, can_ask)
    case = next(filter(can_ask, left), None)
    if case is None:
        return None
    [given] = await try_inputs(context, state, [case.inputs])
    outcomes = {who: _in_one_order(state, found) for who, found in given.outcomes.items() if who in met}
    name = case.requirement or only_requirement(state.specification)
    about = tuple(one.text for one in state.specification.requirements if one.id == name)
    question = question_about(state.name, Tried(case.inputs, outcomes, written=True), verdict, about)
    if question is not None and any(one.case == case for one in state.objections):
        reading = Choice(expected=case.expected, candidates=(), probability=0.0)
        return question.model_copy(update={"choices": (*question.choices, reading), "about": (case.source,)})
    return question


def _in_one_order(state: FunctionState, outcome: Outcome) -> Outcome:
    """Return the outcome with the items of its answer in one order, if their order does not count."""
    if not state.specification.comparison.any_order or outcome.ending is not Ending.RETURNED:
        return outcome
    return outcome.model_copy(update={"value": unordered(outcome.value, state.specification.signature.outcome)})


def _further(
    context: RunContext, state: FunctionState, open_inputs: tuple[dict[str, Data], ...]
) -> tuple[dict[str, Data], ...]:
    """Return legal inputs that were made to be asked about."""
    known = [*(case.inputs for case in state.cases), *(probe.inputs for probe in state.probes)]
    parting = [(probe.simplest or probe).inputs for probe in state.probes if len(probe.parting) > 1]
    made = for_questions(state.specification.signature, known, parting, context.limits.seed)
    every = {digest(inputs): inputs for inputs in (*open_inputs, *made)}
    return legal_inputs(state.specification.preconditions, tuple(every.values()), len(every))


def _passes(state: FunctionState, candidate_id: str, cases: list[TestCase]) -> bool:
    passed = {result.case_id for result in state.execution(candidate_id).results if result.passed}
    return all(case.id in passed for case in cases)


def _is_doubted(state: FunctionState, verdict: Verdict) -> bool:
    """Whether candidates part on an input, and nothing but their number decides."""
    parted = parted_probes(state, verdict.chosen) if verdict.chosen else ()
    return any(not is_settled(state, probe.inputs, verdict.chosen or "") for probe in parted)


def _tried(state: FunctionState) -> list[Tried]:
    """Every input that candidates were run on, with what each did."""
    inputs = {case.id: case.inputs for case in state.cases}
    outcomes: dict[str, dict[str, Outcome]] = {}
    for execution in state.executions:
        for result in execution.results:
            outcomes.setdefault(result.case_id, {})[execution.candidate_id] = result.outcome
    written = [Tried(inputs[name], told, written=True) for name, told in outcomes.items() if name in inputs]
    probes = [(probe, probe.simplest or probe) for probe in state.probes]
    return [*written, *(Tried(shown.inputs, shown.outcomes, written=not probe.generated) for probe, shown in probes)]
