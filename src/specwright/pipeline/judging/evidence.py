"""More evidence for an undecided round: a slow reference, inputs that distinguish programs, more programs."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, Field

from specwright.core.errors import ReplyUnusable, UserError
from specwright.core.evidence.outcome import Ending, Outcome, passes
from specwright.core.evidence.probe import Probe
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.data import Data
from specwright.core.run.events import Probed, TestsWritten, Warned
from specwright.core.run.function_state import FunctionState
from specwright.core.value import digest
from specwright.core.work.precondition import legal
from specwright.core.work.testcase import Expectation, Raises, Returns, TestCase, Tier
from specwright.judge.probes.inputs import from_known
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.doubts import parted_probes
from specwright.pipeline.running.checking import check_of, checked_probes
from specwright.pipeline.running.execute import call
from specwright.pipeline.running.matrix import call_limits
from specwright.pipeline.writing.code import write_code
from specwright.pipeline.writing.tests import inputs_of, list_cases, list_requirements
from specwright.ports.language import Program

REFERENCE: Final = "reference"
ATTEMPTS: Final = 2
"""A reference that cannot be used is asked for once more: without one a disagreement bars the word."""
REFERENCE_CASES: Final = 12
PARTED_CASES: Final = 12
"""So many of the inputs on which candidates part are put to the reference."""
MOST_ALONE: Final = 0.25
"""A reference that stands alone on a larger share of the tests' inputs than this reads the task in its own way."""
ASKED_INPUTS: Final = 8
SHOWN_PROGRAMS: Final = 3


class InputsReply(BaseModel):
    inputs: list[dict[str, Any]] = Field(min_length=1, max_length=50)


async def more_evidence(context: RunContext, function_state: FunctionState, verdict: Verdict) -> FunctionState:
    """The state with the next kind of evidence it lacks. Raises ModelError, BudgetExhausted, SandboxUnavailable."""
    if "reference" not in function_state.gathered:
        known, function_state = len(function_state.cases), await with_reference(context, function_state, verdict)
        if len(function_state.cases) > known:
            return function_state
    parted = verdict.chosen is not None and parted_probes(function_state, verdict.chosen)
    if "inputs" not in function_state.gathered and len(verdict.clusters) > 1 and not parted:
        function_state = function_state.model_copy(update={"gathered": (*function_state.gathered, "inputs")})
        return function_state.model_copy(
            update={"inputs": function_state.inputs + await _telling_inputs(context, function_state, verdict)}
        )
    further = await write_code(context, function_state, context.limits.first_candidates)
    return function_state.model_copy(update={"candidates": function_state.candidates + further})


async def with_reference(context: RunContext, function_state: FunctionState, verdict: Verdict) -> FunctionState:
    """The state with cases that a slow, obviously correct reference computed, if there is one. Raises as above."""
    function_state = function_state.model_copy(update={"gathered": (*function_state.gathered, "reference")})
    cases: tuple[TestCase, ...] = ()
    for attempt in range(ATTEMPTS):
        cases = cases or await _reference_cases(context, function_state, verdict, attempt)
    if cases:
        await context.log.emit(TestsWritten(cases=cases))
    return function_state.model_copy(update={"cases": function_state.cases + cases})


async def _reference_cases(
    context: RunContext, function_state: FunctionState, verdict: Verdict, attempt: int
) -> tuple[TestCase, ...]:
    """Cases whose expected values a slow, obviously correct reference computed; none when there is no good one."""
    specification = function_state.specification
    if specification.several_answers and function_state.checker is None:
        return ()  # its answers would be some of several right ones
    trusted = tuple(case for case in function_state.cases if case.tier.rank <= Tier.SPEC.rank)
    try:
        draft = await context.ask_code(
            "write_oracle",
            attempt,
            language=context.task.language,
            problem=context.task.statement,
            declaration=context.declaration(specification.signature),
            requirements=list_requirements(specification),
            examples=list_cases(trusted),
        )
    except ReplyUnusable as error:
        await context.log.emit(Warned(text=f"no slow reference program could be written: {error.message}"))
        return ()
    known = {digest(case.inputs): case.inputs for case in function_state.cases}
    hidden = {digest(case.inputs): case.requirement for case in function_state.cases if case.held_out}
    changed = from_known(tuple(known.values()), context.limits.seed, REFERENCE_CASES, specification.signature)
    asked = {digest(given): given for given in (*known.values(), *_open_inputs(function_state, verdict), *changed)}
    inputs = tuple(asked.values())
    probes = await _run(context, function_state, draft.code, inputs)
    outcomes = {key: probe.outcomes[REFERENCE] for key, probe in probes.items()}
    accepted = {key for key, probe in probes.items() if probe.accepted.get(REFERENCE)}
    wrong = [
        case
        for case in trusted
        if not passes(case, outcomes[digest(case.inputs)], specification.signature.outcome)
        and digest(case.inputs) not in accepted
    ]
    if wrong:
        await context.log.emit(Warned(text="the slow reference program fails one of the examples and is not used"))
        return ()
    if function_state.checker is not None:
        # Equality with its answers would pin some of several right ones: its inputs become checked inputs.
        rejected = {key for key, found in outcomes.items() if found.ending is Ending.RETURNED} - accepted
        inputs = tuple(given for given in inputs if digest(given) not in rejected)
    alone, tried = _alone_with(function_state, outcomes)
    if alone > tried * MOST_ALONE:
        text = f"the slow reference program disagrees with every other on {alone} of {tried} inputs and is not used"
        await context.log.emit(Warned(text=text))
        return ()
    return tuple(
        TestCase(
            id=function_state.name_case(f"o{number}"),
            name=f"reference {number}",
            inputs=given,
            expected=expected,
            tier=Tier.ORACLE,
            requirement=hidden.get(digest(given)),
            held_out=digest(given) in hidden,  # a hidden input stays hidden, whichever program computes it
            source=f"computed by a slow reference by {draft.author}",
            function=function_state.function,
        )
        for number, given in enumerate(inputs, 1)
        if (expected := _expectation(function_state, given, outcomes[digest(given)])) is not None
    )


def _open_inputs(function_state: FunctionState, verdict: Verdict) -> list[dict[str, Data]]:
    """Return the inputs of no test on which candidates part that no trusted test refutes, those for people first."""
    known = {digest(case.inputs) for case in function_state.cases}
    parted = parted_probes(function_state, verdict.chosen) if verdict.chosen else ()
    simplest = [probe.simplest.inputs for probe in parted if probe.simplest]
    return [given for given in (*simplest, *(p.inputs for p in parted)) if digest(given) not in known][:PARTED_CASES]


def _expectation(function_state: FunctionState, given: dict[str, Data], outcome: Outcome) -> Expectation | None:
    """Return the outcome that the reference demands; None if it demands none.

    Its errors count only if callers may give the input and a candidate raises there too: a reference may break.
    """
    if outcome.ending is Ending.RETURNED:
        return Returns(value=outcome.value)
    if outcome.ending is not Ending.RAISED or not legal(function_state.specification.preconditions, given):
        return None
    return Raises() if Ending.RAISED in _endings(function_state, digest(given)) else None


def _endings(function_state: FunctionState, key: str) -> set[Ending]:
    """Return how the candidates' calls with this input ended."""
    ids = {case.id for case in function_state.cases if digest(case.inputs) == key}
    tested = (r.outcome for e in function_state.executions for r in e.results if r.case_id in ids)
    shown = [probe for each in function_state.probes for probe in (each, each.simplest) if probe is not None]
    probed = (outcome for probe in shown if probe.digest == key for outcome in probe.outcomes.values())
    return {outcome.ending for outcome in (*tested, *probed)}


def _alone_with(function_state: FunctionState, outcomes: dict[str, Outcome]) -> tuple[int, int]:
    """Return on how many inputs of the tests no candidate does what the reference does, and how many there are.

    A reference is one more reading of the task. If at least two candidates agree against it, it is outvoted.
    """
    alone = tried = 0
    for case in {digest(case.inputs): case for case in function_state.cases}.values():
        cells = [r.outcome for e in function_state.executions for r in e.results if r.case_id == case.id]
        answers = [cell.behaviour for cell in cells if cell.ending in (Ending.RETURNED, Ending.RAISED)]
        if function_state.checker is not None or len(answers) - len(set(answers)) < 1:
            continue  # the checker decided, or no two agree here
        tried += 1
        alone += outcomes[digest(case.inputs)].behaviour not in answers
    return alone, tried


async def _run(
    context: RunContext, function_state: FunctionState, code: str, inputs: tuple[dict[str, Data], ...]
) -> dict[str, Probe]:
    """Return the reference's outcome on each input, by the input's digest, with the checker's decision."""
    program = Program(code=code, signature=function_state.specification.signature)

    async def perform() -> Probed:
        outcomes = await call(context.sandbox, context.toolchain, program, inputs, limits=call_limits(context))
        pairs = zip(inputs, outcomes, strict=True)
        probes = [Probe(inputs=given, outcomes={REFERENCE: outcome}) for given, outcome in pairs]
        checked = await checked_probes(check_of(context, function_state), probes)
        return Probed(key=key, round=function_state.round, probes=tuple(checked))

    key = function_state.key(REFERENCE, code, inputs)
    found = await context.log.effect(Probed, key, perform)
    return {probe.digest: probe for probe in found.probes}


async def _telling_inputs(
    context: RunContext, function_state: FunctionState, verdict: Verdict
) -> tuple[dict[str, Data], ...]:
    """Inputs that the model expects to distinguish the leading programs."""
    signature = function_state.specification.signature
    names = {param.name for param in signature.params}

    def objection(reply: InputsReply) -> str | None:
        wrong = next((given for given in reply.inputs if not signature.takes(frozenset(given))), None)
        if wrong is not None:
            return f"An input has {sorted(wrong)}, but the parameters are {sorted(names)}."
        try:
            for given in reply.inputs:
                inputs_of(signature, given)
        except UserError as error:
            return f"An input cannot be used: {error.message}."
        return None

    leaders = [function_state.candidate(cluster.candidates[0]) for cluster in verdict.clusters[:SHOWN_PROGRAMS]]
    try:
        reply = await context.ask(
            "write_inputs",
            InputsReply,
            objection,
            problem=context.task.statement,
            signature=str(signature),
            requirements=list_requirements(function_state.specification),
            programs="\n\n".join(f"<program>\n{leader.code}\n</program>" for leader in leaders),
            count=str(ASKED_INPUTS),
        )
    except ReplyUnusable as error:
        await context.log.emit(Warned(text=f"no further inputs could be found: {error.message}"))
        return ()
    return tuple(inputs_of(signature, given) for given in reply.inputs[:ASKED_INPUTS])
