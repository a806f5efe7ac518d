"""The parts of a specification's reply that every kind of task has."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from specwright.core.errors import UserError
from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.program.data import Data, from_json
from specwright.core.program.infer import fits
from specwright.core.program.signature import Default, Parameter, ParamRole, Signature, StatedError
from specwright.core.program.types import Type
from specwright.core.run.events import Barred, Warned
from specwright.core.work.example import Example
from specwright.core.work.precondition import Precondition
from specwright.core.work.property import Property
from specwright.core.work.task import Category, Requirement
from specwright.core.work.testcase import Returns
from specwright.core.work.wording.unsaid import unsaid
from specwright.pipeline.context import RunContext


class ParameterReply(BaseModel):
    name: str
    type: Type
    default: Any = None
    role: ParamRole = ParamRole.GIVEN

    def parameter(self) -> Parameter:
        """Return the parameter with its default. Raise UserError if that is not of its type."""
        default = None if self.default is None else Default(value=self._value())
        return Parameter(name=self.name, type=self.type, role=self.role, default=default)

    def _value(self) -> Data:
        """Return the default, which may be JSON in a text or the value itself."""
        texts = [_parsed_default(self.default)] if isinstance(self.default, str) else []
        for value in (*texts, self.default):
            data = value if value is None else from_json(value, self.type)
            if value is None or fits(data, self.type):
                return data
        raise UserError(f"the default of {self.name} is {self.default!r}, which is no {self.type}")


def _parsed_default(text: str) -> Any:
    """Return the JSON value of a text; the text itself if it is none."""
    try:
        return json.loads(text)
    except ValueError:
        return text


class ErrorReply(BaseModel):
    kind: str = ""
    when: str = Field(min_length=3)
    message: str | None = None

    def stated(self) -> StatedError:
        """Return the error as a part of the signature."""
        kind = "" if self.kind.lower() in ("any", "error", "exception") else self.kind
        return StatedError(kind=kind, when=self.when, message=(self.message or "").strip())


class RequirementReply(BaseModel):
    text: str = Field(min_length=3)
    category: Category = Category.FUNCTIONAL
    untestable: str | None = None


class PreconditionReply(BaseModel):
    text: str = Field(min_length=3)
    holds: str | None = None


class PropertyReply(BaseModel):
    kind: Literal["sorted", "rearranged", "same length", "idempotent", "own inverse", "order free"]
    param: str
    descending: bool = False

    def read(self) -> Property:
        """Return the stated property."""
        return Property(kind=self.kind, param=self.param, descending=self.descending)


def requirements_of(replies: Sequence[RequirementReply]) -> tuple[Requirement, ...]:
    """Return the requirements with their numbers."""
    return tuple(
        Requirement(
            id=f"R{number}", text=found.text, category=found.category, untestable=(found.untestable or "").strip()
        )
        for number, found in enumerate(replies, 1)
    )


def second_look(problem: str) -> Callable[[BaseModel], str | None]:
    """Return the question that sends a specification back with the words it leaves out."""

    def objection(reply: BaseModel) -> str | None:
        missing = left_out(problem, reply)
        if not missing:
            return None
        return (
            f"It says nothing of these words of the problem: {'; '.join(map(repr, missing))}. Read them again. Add "
            "what they demand, or correct what says otherwise. If they demand nothing, repeat the reply."
        )

    return objection


def left_out(problem: str, reply: BaseModel) -> tuple[str, ...]:
    """Return the clauses of the problem that a specification leaves out. Its test cases are no part of it."""
    return unsaid(problem, reply.model_dump_json(exclude_defaults=True, exclude={"cases"}))


async def report_left_out(context: RunContext, reply: BaseModel) -> None:
    """Warn of each clause that a specification leaves out."""
    for clause in left_out(context.task.statement, reply):
        await context.log.emit(Warned(text=f"no requirement has these words of the problem: {clause!r}"))


def preconditions_of(
    replies: Sequence[PreconditionReply], signature: Signature, examples: tuple[Example, ...]
) -> tuple[Precondition, ...]:
    """The stated conditions; in words alone if the expression cannot be read, or an example contradicts it."""
    names = frozenset(param.name for param in signature.params)
    answered = [
        signature.bound(example.bind(signature)) for example in examples if isinstance(example.expected, Returns)
    ]
    found = []
    for stated in replies:
        condition = Precondition(text=stated.text, holds=stated.holds or "")
        if condition.objection(names) or not all(condition.allows(inputs) for inputs in answered):
            condition = Precondition(text=stated.text)
        found.append(condition)
    return tuple(found)


def reason_of(stated: str | None) -> str:
    """Return why several answers may be right; empty if a reply denies it in words."""
    text = " ".join((stated or "").split())
    return "" if text.lower().rstrip(".") in ("null", "none", "no", "false", "n/a") else text


async def bar_libraries(context: RunContext, libraries: tuple[str, ...]) -> None:
    """Record that what asks for a third-party library that is not locked cannot be verified."""
    lock = context.task.lock
    missing = [name for name in libraries if lock is None or not lock.has(name)]
    if missing:
        has = f"{lock.words} alone" if lock else "the standard library alone"
        text = f"the sandbox has {has}, and the task asks for {', '.join(missing)}"
        remedy = f"require it: {' '.join(f'--require {name}' for name in missing)}"
        await context.log.emit(Barred(bars=(Bar(kind=BarKind.ENVIRONMENT, text=text, remedy=remedy),)))
