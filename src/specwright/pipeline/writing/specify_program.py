"""Specify a program: requirements, which inputs are legal, and how its output is compared."""

from __future__ import annotations

from pydantic import BaseModel, Field

from specwright.core.errors import UserError
from specwright.core.program.equality import Comparison
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import Signature, program_signature
from specwright.core.program.texts import TextComparison
from specwright.core.run.events import Warned
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.limits import stated_limits
from specwright.core.work.reading.kinds.samples import samples
from specwright.core.work.task import Specification
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.specify_replies import (
    PreconditionReply,
    RequirementReply,
    bar_libraries,
    preconditions_of,
    reason_of,
    report_left_out,
    requirements_of,
    second_look,
)
from specwright.pipeline.writing.tests import CaseReply, Plan, cases_wanted, misfits

_UNREAD = 'this command line could not be read as an example: {!r}; give it with --example \'args=["-x"] -> "output"\''


class ProgramReply(BaseModel):
    summary: str = Field(min_length=3)
    requirements: list[RequirementReply] = Field(min_length=1, max_length=40)
    compare: TextComparison = TextComparison.LINES
    any_order: bool = False
    several_answers: str | None = None
    float_tolerance: float | None = Field(None, gt=0, lt=1)
    preconditions: list[PreconditionReply] = []
    assumptions: list[str] = []
    unclear: list[str] = []
    libraries: list[str] = []
    cases: list[CaseReply] = Field([], max_length=100)


def signature_of(problem: str) -> Signature:
    """Return the signature of the program that a problem asks for, with the limits that it states."""
    return program_signature().model_copy(update={"limits": stated_limits(problem)})


async def specify_program(context: RunContext, examples: tuple[Example, ...]) -> Plan:
    """Return the plan of the program that the task asks for. Raise ModelError, ReplyUnusable or BudgetExhausted."""
    signature = signature_of(context.task.problem)

    def objection(reply: ProgramReply) -> str | None:
        return misfits(_specification(signature, reply, examples), reply.cases)

    reply = await context.ask(
        "specify_program",
        ProgramReply,
        objection,
        second_look(context.task.statement),
        problem=context.task.statement,
        language=context.task.language,
        examples="\n".join(_shown(example, signature) for example in examples) or "(none)",
        tests=cases_wanted(context, TaskKind.PROGRAM, examples),
    )
    await report_left_out(context, reply)
    specification = _specification(signature, reply, examples).model_copy(
        update={"unread": await _report_unread(context)}
    )
    await bar_libraries(context, specification.libraries)
    return Plan(Blueprint.of_function(specification), tuple(reply.cases))


def _specification(signature: Signature, reply: ProgramReply, examples: tuple[Example, ...]) -> Specification:
    return Specification(
        summary=reply.summary,
        signature=signature,
        requirements=requirements_of(reply.requirements),
        comparison=Comparison(text=reply.compare, any_order=reply.any_order, tolerance=reply.float_tolerance),
        preconditions=preconditions_of(reply.preconditions, signature, examples),
        assumptions=tuple(reply.assumptions),
        unclear=tuple(reply.unclear),
        several_answers=reason_of(reply.several_answers),
        libraries=tuple(reply.libraries),
    )


def _shown(example: Example, signature: Signature) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in example.bind(signature).items())
    return f"- {given} -> {example.expectation(signature)}"


async def _report_unread(context: RunContext) -> tuple[str, ...]:
    try:
        unread = samples(context.task.problem).unread
    except UserError:  # reported before the run began
        return ()
    for command in unread:
        await context.log.emit(Warned(text=_UNREAD.format(command)))
    return unread
