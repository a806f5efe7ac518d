"""Plan: turn the user's words into a package's items and requirements, with the points that stay unclear."""

from __future__ import annotations

import builtins
import re
from typing import Final

from pydantic import BaseModel, Field

from specwright.core.errors import UserError
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, ItemKind
from specwright.core.program.signature import Signature, is_identifier
from specwright.core.program.types import Type
from specwright.core.work.blueprint import Blueprint, Checked, Constraint, package_name
from specwright.core.work.example import Example, lift_every_example, parse_example
from specwright.core.work.property import Property
from specwright.core.work.task import Category, Requirement, Task
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.several.divide import divide
from specwright.pipeline.writing.specify import is_wide, may_fail, report_unread, tolerance
from specwright.pipeline.writing.specify_replies import (
    ParameterReply,
    PreconditionReply,
    bar_libraries,
    preconditions_of,
    reason_of,
)
from specwright.pipeline.writing.tests import Plan

_SIGNS: Final = (
    (Checked.STANDARD_LIBRARY, r"standard library|stdlib|dependency[- ]free"),
    (
        Checked.STANDARD_LIBRARY,
        r"\b(?:not?|without|zero|avoid|never)\b.*(?:dependenc|third[- ]party|external (?:lib|pack))",
    ),
    (Checked.COMPLEXITY, r"complexity (?:below|under|less|at most|of at most|<)|cyclomatic"),
    (Checked.PERFORMANCE, r"\bO\([^)]+\)|\b\d+ ?(?:ms|s|seconds?|[kmg]i?b)\b|linear time|memory"),
    (Checked.COVERAGE, r"\bcoverage\b"),
    (Checked.TYPES, r"\btype[ds]?\b[- ]?(?:hints?|annotations?|check)|fully typed|\bmypy\b|\bstrict(?:ly)? typed"),
    (Checked.DOCUMENTATION, r"\bdocstrings?\b|\bdocument(?:ed|ation)\b|\bjavadoc\b|\bjsdoc\b"),
    (Checked.STYLE, r"\bpep ?8\b|\bstyle\b|\blint|\bformatted\b|\bgofmt\b|\brustfmt\b|\bclippy\b|\bruff\b"),
    (Checked.SECURITY, r"\bsecur|\binjection\b|\beval\b|\bsaniti[sz]"),
)
"""The words by which a constraint is known to be one that a tool decides, the most telling first."""


class ItemReply(BaseModel):
    kind: ItemKind = ItemKind.FUNCTION
    name: str = Field(min_length=1, max_length=80)
    summary: str = Field(min_length=3)
    params: list[ParameterReply] | None = None
    returns: Type | None = None
    usage: str = ""
    any_order: bool = False
    several_answers: str | None = None
    float_tolerance: float | None = Field(None, gt=0, lt=1)
    properties: list[Property] = []
    preconditions: list[PreconditionReply] = []
    asynchronous: bool = False


class PlanRequirementReply(BaseModel):
    text: str = Field(min_length=3)
    category: Category = Category.FUNCTIONAL
    about: list[str] = []


class PlanReply(BaseModel):
    name: str = Field(min_length=1, max_length=80)
    summary: str = Field(min_length=3)
    items: list[ItemReply] = Field(min_length=1, max_length=30)
    requirements: list[PlanRequirementReply] = Field(min_length=1, max_length=60)
    constraints: list[str] = []
    assumptions: list[str] = []
    unclear: list[str] = []
    libraries: list[str] = []


def package_examples(task: Task) -> tuple[Example, ...]:
    """The user's examples: those given as such, then the calls that stand in the specification. Raises UserError."""
    given = [parse_example(text) for text in task.examples]
    known = {(example.called, example.identity) for example in given}
    lifted = [found for found in lift_every_example(task.problem) if (found.called, found.identity) not in known]
    return (*given, *lifted)


def examples_of(function: str, blueprint: Blueprint, examples: tuple[Example, ...]) -> tuple[Example, ...]:
    """The examples that speak of a function: those that call it, and unnamed ones where it is the only function."""
    only = len(blueprint.functions) == 1
    return tuple(found for found in examples if found.called == function or (found.called is None and only))


async def plan_package(context: RunContext, examples: tuple[Example, ...]) -> Plan:
    """Return the plan of the package. Raise ModelError, ReplyUnusable or BudgetExhausted."""

    def objection(reply: PlanReply) -> str | None:
        try:
            blueprint = _blueprint(reply, context, examples)
        except (UserError, ValueError) as error:
            return f"{error}."
        return _misfit(blueprint, examples)

    reply = await context.ask(
        "plan_package",
        PlanReply,
        objection,
        specification=context.task.statement,
        language=context.task.language,
        examples="\n".join(f"- {example.source}" for example in examples) or "(none)",
    )
    await bar_libraries(context, tuple(reply.libraries))
    blueprint = _blueprint(reply, context, examples)
    blueprint = await divide(context, blueprint)
    return Plan(blueprint.model_copy(update={"unread": await report_unread(context, examples)}))


def _misfit(blueprint: Blueprint, examples: tuple[Example, ...]) -> str | None:
    """Why the plan cannot be right, given the user's examples; None when it can."""
    names = {item.name for item in blueprint.surface}
    for example in examples:
        called = example.called
        if called and called not in names and not hasattr(builtins, called):
            return f"The example {example.source!r} calls {called}, which is none of the items."
    for item in blueprint.functions:
        for example in examples_of(item.name, blueprint, examples):
            try:
                example.bind(blueprint.function(item.name).signature)
            except UserError as error:
                return f"{error.message}. The parameters must fit every example, by name where names are given."
    return None


def _blueprint(reply: PlanReply, context: RunContext, examples: tuple[Example, ...]) -> Blueprint:
    """Raises UserError and ValueError where the reply contradicts itself."""
    names = [item.name for item in reply.items]
    if len(set(names)) != len(names):
        raise UserError("Two items have the same name")
    if sum(item.kind is ItemKind.COMMAND for item in reply.items) > 1:
        raise UserError("There are two commands; a package has one, of which the others can be sub-commands")
    requirements = tuple(
        Requirement(id=f"R{number}", text=found.text, category=found.category)
        for number, found in enumerate(reply.requirements, 1)
    )
    for stated in reply.requirements:
        if strays := sorted(set(stated.about) - set(names)):
            raise UserError(f"A requirement is about {strays[0]!r}, which is none of the items")
    for item in reply.items:
        if stray := next((stated for stated in item.properties if not _has_its_other(stated, reply)), None):
            raise UserError(f"{item.name} is undone by {stray.other!r}, which is no other function of the plan")
    wide = is_wide(examples, context.toolchain.facts)

    def fails(name: str) -> bool:
        """Whether a requirement of this item, or an example that calls it, speaks of an error."""
        own = tuple(example for example in examples if example.called in (None, name))
        lone = len(reply.items) == 1
        return may_fail((stated.text for stated in reply.requirements if lone or name in stated.about), own)

    def calling(name: str) -> tuple[Example, ...]:
        """The examples that call this item and fit it; what does not fit is reported later."""
        return tuple(example for example in examples if example.called == name)

    return Blueprint(
        name=package_name(reply.name),
        summary=reply.summary,
        surface=tuple(
            _item(item, _about(item.name, reply), wide, fails(item.name), calling(item.name)) for item in reply.items
        ),
        requirements=requirements,
        constraints=constraints_of((*context.task.constraints, *reply.constraints)),
        unclear=tuple(reply.unclear),
        assumptions=tuple(reply.assumptions),
        libraries=tuple(reply.libraries),
    )


def _has_its_other(stated: Property, reply: PlanReply) -> bool:
    """Whether a property across two functions names one of the plan."""
    return (stated.kind == "undone by") == (stated.other in {item.name for item in reply.items if item.params})


def _about(name: str, reply: PlanReply) -> tuple[str, ...]:
    return tuple(
        f"R{number}" for number, found in enumerate(reply.requirements, 1) if not found.about or name in found.about
    )


def _item(
    reply: ItemReply, requirements: tuple[str, ...], wide: bool, fails: bool, examples: tuple[Example, ...]
) -> Item:
    if not is_identifier(reply.name.replace("-", "_")):
        raise UserError(f"{reply.name!r} cannot name anything in a program")
    signature = None
    if reply.kind is ItemKind.FUNCTION and reply.params is not None and reply.returns is not None:
        params = tuple(param.parameter() for param in reply.params)
        signature = Signature(
            name=reply.name,
            params=params,
            returns=reply.returns,
            wide=wide,
            asynchronous=reply.asynchronous,
            fails=fails,
        )
        if signature.is_special:
            return _described(reply, requirements, signature)
        if stray := {stated.param for stated in reply.properties} - {param.name for param in params}:
            raise UserError(f"A property speaks of {min(stray)!r}, which is no parameter of {reply.name}")
    elif not reply.usage.strip():
        raise UserError(f"{reply.name} has neither parameters and result nor a description of its usage")
    return Item(
        kind=reply.kind,
        name=reply.name,
        summary=reply.summary,
        signature=signature,
        usage=reply.usage,
        requirements=requirements,
        comparison=Comparison(
            tolerance=tolerance(reply.float_tolerance, reply.returns) if reply.returns else None,
            any_order=reply.any_order,
        ),
        properties=tuple(reply.properties) if signature else (),
        several_answers=reason_of(reply.several_answers) if signature else "",
        preconditions=preconditions_of(reply.preconditions, signature, examples) if signature else (),
    )


def _described(reply: ItemReply, requirements: tuple[str, ...], signature: Signature) -> Item:
    """Return a function that is not plain: it is described, and tested by native tests alone."""
    usage = "\n".join(filter(None, (str(signature), reply.usage)))
    return Item(kind=reply.kind, name=reply.name, summary=reply.summary, usage=usage, requirements=requirements)


def constraints_of(texts: tuple[str, ...]) -> tuple[Constraint, ...]:
    """The constraints, each with the measurement that decides it, if there is one."""
    return tuple(
        Constraint(id=f"C{number}", text=text, checked=_checked(text))
        for number, text in enumerate(dict.fromkeys(text.strip() for text in texts if text.strip()), 1)
    )


def _checked(text: str) -> Checked | None:
    return next((kind for kind, sign in _SIGNS if re.search(sign, text, re.IGNORECASE)), None)
