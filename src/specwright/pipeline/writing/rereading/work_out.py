"""Work out what given inputs must give, from the words of the problem and apart from the code."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, Field

from specwright.core.errors import ReplyUnusable, UserError
from specwright.core.run.events import Warned
from specwright.core.run.function_state import FunctionState
from specwright.core.work.task import Specification
from specwright.core.work.testcase import TestCase, Tier
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.tests import expectation, list_cases, list_requirements

_MOST: Final = 100


class AnswerReply(BaseModel):
    input: int = Field(ge=1, le=_MOST)
    requirement: str | None = None
    expected: Any = None
    raises: str | None = None
    message: str | None = None
    open: bool = False


class AnswersReply(BaseModel):
    answers: list[AnswerReply] = Field(max_length=_MOST)


async def work_out(
    context: RunContext, function_state: FunctionState, asked: tuple[TestCase, ...]
) -> tuple[TestCase, ...]:
    """Return tests of the inputs of some cases, whose own answers the writer does not see.

    An input that the words leave open has none. Raise ModelError and BudgetExhausted.
    """
    specification = function_state.specification
    trusted = tuple(case for case in function_state.cases if case.tier.rank <= Tier.SPEC.rank)
    try:
        reply = await context.ask(
            "work_out",
            AnswersReply,
            lambda reply: _objection(specification, reply, asked),
            problem=context.task.statement,
            signature=str(specification.signature),
            requirements=list_requirements(specification),
            examples=list_cases(trusted),
            inputs="\n".join(f"{number}. {case.call}" for number, case in enumerate(asked, 1)),
        )
    except ReplyUnusable as error:
        await context.log.emit(Warned(text=f"further inputs could not be worked out: {error.message}"))
        return ()
    first = 1 + sum(case.id.rpartition(".")[2].startswith("t") for case in function_state.cases)
    found = {answer.input: answer for answer in reply.answers if not answer.open}
    return tuple(
        _test(function_state, f"t{first + place}", asked[number - 1], answer)
        for place, (number, answer) in enumerate(sorted(found.items()))
    )


def _objection(specification: Specification, reply: AnswersReply, asked: tuple[TestCase, ...]) -> str | None:
    known = [requirement.id for requirement in specification.requirements]
    for answer in reply.answers:
        if answer.input > len(asked):
            return f"There is no input {answer.input}: there are {len(asked)}."
        if answer.open:
            continue
        if answer.requirement is not None and answer.requirement not in known:
            return f"Input {answer.input} cites {answer.requirement!r}; the requirements are {known[0]} to {known[-1]}."
        try:
            expectation(specification, answer.expected, answer.raises, asked[answer.input - 1].inputs, answer.message)
        except UserError as error:
            return f"Input {answer.input}: {error.message}."
    return None


def _test(function_state: FunctionState, name: str, asked: TestCase, answer: AnswerReply) -> TestCase:
    specification = function_state.specification
    return TestCase(
        id=function_state.name_case(name),
        name=f"further input {answer.input}",
        inputs=asked.inputs,
        expected=expectation(specification, answer.expected, answer.raises, asked.inputs, answer.message),
        tier=Tier.GUESS,
        requirement=answer.requirement,
        source="worked out from the specification",
        function=function_state.function,
    )
