"""A second reading of the problem, passage by passage, by a reader who sees neither requirements, tests nor code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from specwright.core.errors import ReplyUnusable, UserError
from specwright.core.run.events import Warned
from specwright.core.run.function_state import FunctionState, ReadingObjection
from specwright.core.value import digest
from specwright.core.work.precondition import legal
from specwright.core.work.task import Specification
from specwright.core.work.testcase import TestCase, Tier
from specwright.core.work.wording.passages import passages
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.tests import expectation, inputs_of, list_cases, list_readings

_MOST_PASSAGES: Final = 40
_SHARE_READ: Final = 3
"""One in so many passages, at least, must have a case: some only name the task."""


class PassageCase(BaseModel):
    passage: int = Field(ge=1, le=_MOST_PASSAGES)
    call: int | None = None
    input: dict[str, Any] = Field(default_factory=dict)
    because: str = ""
    expected: Any = None
    raises: str | None = None
    message: str | None = None


class PassagesReply(BaseModel):
    cases: list[PassageCase] = Field(max_length=60)


class ReadingChoice(BaseModel):
    call: int = Field(ge=1, le=60)
    because: str = ""
    answer: Literal["a", "b", "neither", "open"]


class ChoicesReply(BaseModel):
    choices: list[ReadingChoice] = Field(max_length=60)


async def read_passages(
    context: RunContext, function_state: FunctionState, asked: tuple[TestCase, ...]
) -> tuple[TestCase, ...] | None:
    """Return a case for each demand of the problem's passages, and for the inputs of the cases that are asked about.

    Each has its passage as source. None if no reading could be had. Raise ModelError and BudgetExhausted.
    """
    specification = function_state.specification
    told = passages(context.task.statement)[:_MOST_PASSAGES]
    try:
        reply = await context.ask(
            "read_passages",
            PassagesReply,
            lambda reply: _misfits(specification, reply, told, asked),
            problem=context.task.statement,
            signature=str(specification.signature),
            readings=list_readings(specification),
            examples=_trusted(function_state),
            passages=_numbered(told),
            calls=_numbered([case.call for case in asked]) or "(none)",
        )
    except ReplyUnusable as error:
        await context.log.emit(Warned(text=f"the problem could not be read a second time: {error.message}"))
        return None
    found = [_case(specification, given, told, asked) for given in reply.cases]
    kept = [case for case in found if legal(specification.preconditions, case.inputs)]
    first = {digest(case.inputs): case for case in reversed(kept)}
    return tuple(
        case.model_copy(update={"id": function_state.name_case(f"r{number}"), "function": function_state.function})
        for number, case in enumerate(reversed(first.values()), 1)
    )


def _numbered(texts: Sequence[str]) -> str:
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


def _trusted(function_state: FunctionState) -> str:
    return list_cases(tuple(case for case in function_state.cases if case.tier.rank <= Tier.SPEC.rank))


def _misfits(
    specification: Specification, reply: PassagesReply, told: Sequence[str], asked: Sequence[TestCase]
) -> str | None:
    """Why a case cannot be used, in words for its writer; None if all can."""
    signature, read = specification.signature, {given.passage for given in reply.cases}
    if len(read) * _SHARE_READ < len(told):
        return f"Only {len(read)} of {len(told)} passages have a case. Read each of them."
    for number, given in enumerate(reply.cases, 1):
        if given.passage > len(told):
            return f"Case {number} cites passage {given.passage}; there are {len(told)}."
        if given.call is not None and not 1 <= given.call <= len(asked):
            return f"Case {number} cites call {given.call}; there are {len(asked)}."
        if given.call is None and not signature.takes(frozenset(given.input)):
            wanted = [param.name for param in signature.params]
            return f"Case {number} has the inputs {sorted(given.input)}, but the parameters are {wanted}."
        try:
            _case(specification, given, told, asked)
        except UserError as error:
            return f"Case {number}: {error.message}."
    return None


def _case(specification: Specification, given: PassageCase, told: Sequence[str], asked: Sequence[TestCase]) -> TestCase:
    inputs = asked[given.call - 1].inputs if given.call else inputs_of(specification.signature, given.input)
    return TestCase(
        id="r",
        name=given.because[:200] or "second reading",
        inputs=inputs,
        expected=expectation(specification, given.expected, given.raises, inputs, given.message),
        tier=Tier.GUESS,
        source=told[given.passage - 1],
    )


async def choose_readings(
    context: RunContext, function_state: FunctionState, found: Sequence[ReadingObjection]
) -> frozenset[str]:
    """Return the ids of the cases on which a third reader sides with the code. Raise ModelError and BudgetExhausted."""
    lines, codes = [], {}
    for number, one in enumerate(found, 1):
        case, answer = one.case, one.code_answers
        first = digest([case.digest, answer]) < "8"  # which answer comes first says nothing
        pair = (answer, str(case.expected)) if first else (str(case.expected), answer)
        codes[number] = ("a" if first else "b", case.id)
        lines.append(f"{number}. {case.call}\n   a: {pair[0]}\n   b: {pair[1]}\n   passage: {case.source}")

    def objection(reply: ChoicesReply) -> str | None:
        chosen = [choice.call for choice in reply.choices]
        if sorted(chosen) != sorted(codes):
            return f"Give one answer for each of the calls {min(codes)} to {max(codes)}."
        return None

    try:
        reply = await context.ask(
            "choose_reading",
            ChoicesReply,
            objection,
            problem=context.task.statement,
            signature=str(function_state.specification.signature),
            examples=_trusted(function_state),
            calls="\n".join(lines),
        )
    except ReplyUnusable as error:
        await context.log.emit(Warned(text=f"no third reading could be had: {error.message}"))
        return frozenset()
    return frozenset(codes[choice.call][1] for choice in reply.choices if choice.answer == codes[choice.call][0])
