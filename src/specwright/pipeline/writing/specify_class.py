"""Specify a class: its constructor and methods, requirements, and which sequences of calls are legal."""

from __future__ import annotations

from pydantic import BaseModel, Field

from specwright.core.errors import UserError
from specwright.core.program.equality import Comparison
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import Method, Signature, class_signature
from specwright.core.program.types import Type
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.task import Specification
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.specify_replies import (
    ParameterReply,
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


class ConstructorReply(BaseModel):
    params: list[ParameterReply] = []
    fails: bool = False


class MethodReply(BaseModel):
    name: str
    params: list[ParameterReply] = []
    returns: Type | None = None
    fails: bool = False


class ClassReply(BaseModel):
    summary: str = Field(min_length=3)
    constructor: ConstructorReply
    methods: list[MethodReply] = Field(min_length=1, max_length=40)
    requirements: list[RequirementReply] = Field(min_length=1, max_length=40)
    several_answers: str | None = None
    float_tolerance: float | None = Field(None, gt=0, lt=1)
    preconditions: list[PreconditionReply] = []
    assumptions: list[str] = []
    unclear: list[str] = []
    libraries: list[str] = []
    cases: list[CaseReply] = Field([], max_length=100)


def _signature(name: str, reply: ClassReply) -> Signature:
    made = reply.constructor
    return class_signature(
        Method(name=name, params=tuple(param.parameter() for param in made.params), fails=made.fails),
        tuple(
            Method(
                name=method.name,
                params=tuple(param.parameter() for param in method.params),
                returns=method.returns,
                fails=method.fails,
            )
            for method in reply.methods
        ),
    )


async def specify_class(context: RunContext, examples: tuple[Example, ...], name: str) -> Plan:
    """Return the plan of the class that the task asks for. Raise ModelError, ReplyUnusable or BudgetExhausted."""

    def objection(reply: ClassReply) -> str | None:
        try:
            specification = _specification(name, reply, examples)
            signature = specification.signature
            for example in examples:
                example.expectation(signature)
            context.declaration(signature)
        except (UserError, ValueError) as error:
            return f"{error}. Constructor and methods must fit every example, with the same names."
        return misfits(specification, reply.cases)

    reply = await context.ask(
        "specify_class",
        ClassReply,
        objection,
        second_look(context.task.statement),
        problem=context.task.statement,
        entry_point=name,
        language=context.task.language,
        examples="\n".join(f"- {example.source}" for example in examples) or "(none)",
        tests=cases_wanted(context, TaskKind.CLASS, examples),
    )
    await report_left_out(context, reply)
    specification = _specification(name, reply, examples)
    await bar_libraries(context, specification.libraries)
    return Plan(Blueprint.of_function(specification), tuple(reply.cases))


def _specification(name: str, reply: ClassReply, examples: tuple[Example, ...]) -> Specification:
    """Return what a reply says of the class of this name. Raise UserError or ValueError."""
    signature = _signature(name, reply)
    fractions = any(method.returns and method.returns.mentions("float") for method in signature.methods)
    return Specification(
        summary=reply.summary,
        signature=signature,
        requirements=requirements_of(reply.requirements),
        comparison=Comparison(tolerance=reply.float_tolerance or (1e-9 if fractions else None)),
        preconditions=preconditions_of(reply.preconditions, signature, examples),
        assumptions=tuple(reply.assumptions),
        unclear=tuple(reply.unclear),
        several_answers=reason_of(reply.several_answers),
        libraries=tuple(reply.libraries),
    )
