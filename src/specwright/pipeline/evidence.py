"""More evidence, for when it stayed open who is wrong: a slow reference, inputs that tell programs apart, programs."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, Field

from specwright.core.data import Data, from_json
from specwright.core.docket import Docket
from specwright.core.errors import ReplyUnusable
from specwright.core.events import TestsWritten, Warned
from specwright.core.outcome import Ending, Outcome, passes
from specwright.core.probe import Probe
from specwright.core.ruling import Verdict
from specwright.core.testcase import Returns, TestCase, Tier
from specwright.core.value import digest
from specwright.judge.inputs import from_known
from specwright.pipeline.desk import Desk
from specwright.pipeline.execute import call
from specwright.pipeline.matrix import call_limits
from specwright.pipeline.write_code import write_code
from specwright.pipeline.write_tests import list_cases, list_requirements
from specwright.ports import Program

REFERENCE_CASES: Final = 12
ASKED_INPUTS: Final = 8
SHOWN_PROGRAMS: Final = 3


class InputsReply(BaseModel):
    inputs: list[dict[str, Any]] = Field(min_length=1, max_length=50)


async def more_evidence(desk: Desk, docket: Docket, verdict: Verdict) -> Docket:
    """The docket with the next kind of evidence it lacks. Raises ModelError, BudgetExhausted, SandboxUnavailable."""
    if "reference" not in docket.gathered:
        known, docket = len(docket.cases), await with_reference(desk, docket, verdict)
        if len(docket.cases) > known:
            return docket
    if "inputs" not in docket.gathered and len(verdict.clusters) > 1:
        docket = docket.model_copy(update={"gathered": (*docket.gathered, "inputs")})
        return docket.model_copy(update={"inputs": docket.inputs + await _telling_inputs(desk, docket, verdict)})
    return docket.model_copy(update={"candidates": docket.candidates + await write_code(desk, docket)})


async def with_reference(desk: Desk, docket: Docket, _: Verdict) -> Docket:
    """The docket with cases that a slow, obviously correct reference computed, if there is one. Raises as above."""
    docket = docket.model_copy(update={"gathered": (*docket.gathered, "reference")})
    cases = await _reference_cases(desk, docket)
    if cases:
        await desk.log.tell(TestsWritten(cases=cases))
    return docket.model_copy(update={"cases": docket.cases + cases})


async def _reference_cases(desk: Desk, docket: Docket) -> tuple[TestCase, ...]:
    """Cases whose expected values a slow, obviously correct reference computed; none when there is no good one."""
    specification = docket.specification
    trusted = tuple(case for case in docket.cases if case.tier.rank <= Tier.SPEC.rank)
    try:
        draft = await desk.ask_code(
            "write_oracle",
            language=desk.task.language,
            problem=desk.task.statement,
            declaration=desk.toolchain.declaration(specification.signature),
            requirements=list_requirements(specification),
            examples=list_cases(trusted),
        )
    except ReplyUnusable as error:
        await desk.log.tell(Warned(text=f"no reference could be written: {error.message}"))
        return ()
    known = {digest(case.inputs): case.inputs for case in docket.cases}
    hidden = {digest(case.inputs): case.requirement for case in docket.cases if case.held_out}
    inputs = (*known.values(), *from_known(tuple(known.values()), desk.limits.seed, REFERENCE_CASES))
    outcomes = await _run(desk, docket, draft.code, inputs)
    if any(not passes(case, outcomes[digest(case.inputs)], specification.signature.returns) for case in trusted):
        await desk.log.tell(Warned(text="the reference fails an example that is known to be right, and is not used"))
        return ()
    return tuple(
        TestCase(
            id=docket.name_case(f"o{number}"),
            name=f"reference {number}",
            inputs=given,
            expected=Returns(value=outcome.value),
            tier=Tier.ORACLE,
            requirement=hidden.get(digest(given)),
            held_out=digest(given) in hidden,  # what is hidden stays hidden, whoever computes it
            source=f"computed by a slow reference by {draft.author}",
            function=docket.function,
        )
        for number, given in enumerate(inputs, 1)
        if (outcome := outcomes[digest(given)]).ending is Ending.RETURNED
    )


async def _run(desk: Desk, docket: Docket, code: str, inputs: tuple[dict[str, Data], ...]) -> dict[str, Outcome]:
    """What the reference does on each input, by the input's digest."""
    program = Program(code=code, signature=docket.specification.signature)

    async def perform() -> tuple[Probe, ...]:
        outcomes = await call(desk.sandbox, desk.toolchain, program, inputs, limits=call_limits(desk))
        pairs = zip(inputs, outcomes, strict=True)
        return tuple(Probe(inputs=given, outcomes={"reference": outcome}) for given, outcome in pairs)

    key = docket.key("reference", code, inputs)
    found = await desk.log.probing(key, docket.round, perform)
    return {probe.digest: probe.outcomes["reference"] for probe in found.probes}


async def _telling_inputs(desk: Desk, docket: Docket, verdict: Verdict) -> tuple[dict[str, Data], ...]:
    """Inputs that the model expects to tell the leading programs apart."""
    signature = docket.specification.signature
    names = {param.name for param in signature.params}

    def objection(reply: InputsReply) -> str | None:
        wrong = next((given for given in reply.inputs if set(given) != names), None)
        return None if wrong is None else f"An input has {sorted(wrong)}, but the parameters are {sorted(names)}."

    leaders = [docket.candidate(cluster.candidates[0]) for cluster in verdict.clusters[:SHOWN_PROGRAMS]]
    try:
        reply = await desk.ask(
            "write_inputs",
            InputsReply,
            objection,
            problem=desk.task.statement,
            signature=str(signature),
            requirements=list_requirements(docket.specification),
            programs="\n\n".join(f"<program>\n{leader.code}\n</program>" for leader in leaders),
            count=str(ASKED_INPUTS),
        )
    except ReplyUnusable as error:
        await desk.log.tell(Warned(text=f"no further inputs could be found: {error.message}"))
        return ()
    return tuple(
        {param.name: from_json(given[param.name], param.type) for param in signature.params}
        for given in reply.inputs[:ASKED_INPUTS]
    )
