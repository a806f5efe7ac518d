"""Specify a service: its requirements, and which sequences of requests are legal."""

from __future__ import annotations

from pydantic import BaseModel, Field

from specwright.core.errors import SandboxUnavailable
from specwright.core.program.kind import TaskKind
from specwright.core.program.process.requests import REQUESTS
from specwright.core.program.signature import Signature, service_signature
from specwright.core.run.events import Warned
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.limits import stated_limits
from specwright.core.work.reading.kinds.services import looks_like_requests
from specwright.core.work.task import Specification
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.specify_replies import (
    PreconditionReply,
    RequirementReply,
    bar_libraries,
    preconditions_of,
    report_left_out,
    requirements_of,
    second_look,
)
from specwright.pipeline.writing.tests import CaseReply, Plan, cases_wanted, misfits
from specwright.ports.sandbox import Sandbox

_UNREAD = "this request and its reply could not be read as an example: {!r}"


class ServiceReply(BaseModel):
    summary: str = Field(min_length=3)
    requirements: list[RequirementReply] = Field(min_length=1, max_length=40)
    preconditions: list[PreconditionReply] = []
    assumptions: list[str] = []
    unclear: list[str] = []
    libraries: list[str] = []
    cases: list[CaseReply] = Field([], max_length=100)


def check_loopback(sandbox: Sandbox) -> None:
    """Raise SandboxUnavailable if no job of this sandbox can listen."""
    if not getattr(sandbox, "has_loopback", False):
        raise SandboxUnavailable(
            f"a service needs a loopback of its own, which the sandbox {sandbox.name} does not give its jobs",
            hint="take --sandbox bubblewrap or --sandbox namespaces, or ask for the function that answers a request",
        )


async def specify_service(context: RunContext, examples: tuple[Example, ...]) -> Plan:
    """Return the plan of the service that the task asks for.

    Raise ModelError, ReplyUnusable, BudgetExhausted, and SandboxUnavailable if it could not run here.
    """
    check_loopback(context.sandbox)
    signature = service_signature().model_copy(update={"limits": stated_limits(context.task.problem)})

    def objection(reply: ServiceReply) -> str | None:
        return misfits(_specification(signature, reply, examples), reply.cases)

    reply = await context.ask(
        "specify_service",
        ServiceReply,
        objection,
        second_look(context.task.statement),
        problem=context.task.statement,
        language=context.task.language,
        examples="\n".join(_shown(example, signature) for example in examples) or "(none)",
        tests=cases_wanted(context, TaskKind.SERVICE, examples),
    )
    await report_left_out(context, reply)
    unread = looks_like_requests(context.task.problem)
    for line in unread:
        await context.log.emit(Warned(text=_UNREAD.format(line)))
    specification = _specification(signature, reply, examples).model_copy(update={"unread": unread})
    await bar_libraries(context, specification.libraries)
    return Plan(Blueprint.of_function(specification), tuple(reply.cases))


def _specification(signature: Signature, reply: ServiceReply, examples: tuple[Example, ...]) -> Specification:
    return Specification(
        summary=reply.summary,
        signature=signature,
        requirements=requirements_of(reply.requirements),
        preconditions=preconditions_of(reply.preconditions, signature, examples),
        assumptions=tuple(reply.assumptions),
        unclear=tuple(reply.unclear),
        libraries=tuple(reply.libraries),
    )


def _shown(example: Example, signature: Signature) -> str:
    requests = example.bind(signature)[REQUESTS]
    return f"- requests={requests!r} -> {example.expectation(signature)}"
