"""Specify: the user's words become numbered requirements, a typed signature, and what stays unclear."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Sequence
from typing import Final

from pydantic import BaseModel, Field

from specwright.core.errors import UserError
from specwright.core.program.data import widest
from specwright.core.program.equality import Comparison
from specwright.core.program.kind import TaskKind
from specwright.core.program.language import Language
from specwright.core.program.signature import Signature, is_identifier, program_signature, service_signature
from specwright.core.program.types import Type
from specwright.core.run.events import Warned
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example, lift_examples, parse_example, read_text
from specwright.core.work.paste import read_option
from specwright.core.work.reading.kinds.samples import samples
from specwright.core.work.reading.kinds.sequences import sequences
from specwright.core.work.reading.kinds.services import requests_in
from specwright.core.work.reading.plain import plain
from specwright.core.work.recognise import class_in, kind_of
from specwright.core.work.task import Category, Specification, Task
from specwright.core.work.testcase import Raises, Returns
from specwright.pipeline.asking.beyond import beyond
from specwright.pipeline.asking.library_notes import missing_for
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.specify_class import specify_class
from specwright.pipeline.writing.specify_program import specify_program
from specwright.pipeline.writing.specify_replies import (
    ErrorReply,
    ParameterReply,
    PreconditionReply,
    PropertyReply,
    RequirementReply,
    bar_libraries,
    preconditions_of,
    reason_of,
    report_left_out,
    requirements_of,
    second_look,
)
from specwright.pipeline.writing.specify_service import specify_service
from specwright.pipeline.writing.tests import CaseReply, Plan, cases_wanted, misfits

UNREAD: Final = (
    "this looks like an example and could not be read: {!r}; write it like f(3) == 6 or with --example 'f(3) == 6'"
)


class SpecificationReply(BaseModel):
    summary: str = Field(min_length=3)
    name: str | None = None
    params: list[ParameterReply]
    returns: Type
    requirements: list[RequirementReply] = Field(min_length=1, max_length=40)
    any_order: bool = False
    several_answers: str | None = None
    float_tolerance: float | None = Field(None, gt=0, lt=1)
    properties: list[PropertyReply] = []
    preconditions: list[PreconditionReply] = []
    assumptions: list[str] = []
    unclear: list[str] = []
    asynchronous: bool = False
    prints: bool = False
    errors: list[ErrorReply] = []
    libraries: list[str] = []
    declaration: str | None = None


class SmallSpecificationReply(SpecificationReply):
    """A specification with its tests. A writer who gives none is asked for them."""

    cases: list[CaseReply] = Field([], max_length=100)


def read_examples(task: Task) -> tuple[Example, ...]:
    """The user's examples: those given as such, then those that stand in the problem. Raises UserError."""
    kind = kind_of(task)
    if kind is TaskKind.PROGRAM:
        return read_program_examples(task)
    if kind is TaskKind.CLASS:
        return read_class_examples(task)
    if kind is TaskKind.SERVICE:
        return read_service_examples(task)
    given = [parse_example(text) for text in task.examples]
    lifted = lift_examples(task.problem, task.entry_point if task.entry_point_given else None, given)
    known = {example.identity for example in given}
    return (*given, *(example for example in lifted if example.identity not in known))


def read_program_examples(task: Task) -> tuple[Example, ...]:
    """Return the user's examples of a program, and the samples of the problem. Raise UserError."""
    signature = program_signature()
    given = [example for text in task.examples for example in read_option(text, TaskKind.PROGRAM)]
    found = {example.identity: example for example in (*given, *samples(task.problem).read)}
    for example in found.values():
        example.bind(signature)
        example.expectation(signature)
    return tuple(found.values())


def read_class_examples(task: Task) -> tuple[Example, ...]:
    """Return the sequences of calls that the user gave, and those of the problem. Raise UserError."""
    given = [example for text in task.examples for example in read_option(text, TaskKind.CLASS)]
    every = {example.identity: example for example in (*given, *sequences(plain(task.problem)))}
    return tuple(every.values())


def read_service_examples(task: Task) -> tuple[Example, ...]:
    """Return the sequences of requests that the user gave, and those of the problem. Raise UserError."""
    signature = service_signature()
    given = [example for text in task.examples for example in read_option(text, TaskKind.SERVICE)]
    found = {example.identity: example for example in (*given, *requests_in(task.problem))}
    for example in found.values():
        example.bind(signature)
        example.expectation(signature)
    return tuple(found.values())


async def report_unread(context: RunContext, read: Sequence[Example] = ()) -> tuple[str, ...]:
    """The passages of the problem that look like an example and could not be read; each is reported in the log.

    `read` are examples that were read in spite of that: those of a package call several functions.
    """
    task = context.task
    plain_calls = kind_of(task) is TaskKind.FUNCTION
    given = [parse_example(text) for text in task.examples] if plain_calls else []
    passages = read_text(task.problem, given=given).unread
    known = {" ".join(example.source.split()) for example in read if example.called}
    unread = tuple(passage for passage in passages if " ".join(passage.split()) not in known)
    for passage in unread:
        await context.log.emit(Warned(text=UNREAD.format(passage)))
    return unread


_NAMED: Final = re.compile(
    r"\b(?:function|method|def|func|fn)\s+(?:(?:called|named)\s+)?[`*\"']{0,3}(?P<with>[A-Za-z_]\w*)[`*\"']{0,3}\s*\("
    r"|\b(?:function|method)\s+(?:called\s+|named\s+)[`*\"']{0,3}(?P<called>[A-Za-z_]\w*)"
    r"|\b(?:function|method)\s+`(?P<quoted>[A-Za-z_]\w*)`"
)
"""A function's name in prose: `a function merge_intervals(...)`, `a function called merge`."""


def entry_point(task: Task, examples: tuple[Example, ...]) -> str:
    """Return the function's name: the user's choice, the one that examples call, the one in the words, the default."""
    return _known_name(task, examples) or task.entry_point


def _known_name(task: Task, examples: tuple[Example, ...]) -> str | None:
    """Return the function's name as far as the user's choice, the examples and the usual phrases show it."""
    if task.entry_point_given:
        return task.entry_point
    called = next((example.called for example in examples if example.called), None)
    return called or named_in(task.problem)


def class_name(task: Task, examples: tuple[Example, ...]) -> str:
    """Return the class's name: the user's choice, the one that examples make, the one in the words, `Solution`."""
    if task.entry_point_given:
        return task.entry_point
    called = next((example.called for example in examples if example.called), None)
    return called or class_in(task.problem) or "Solution"


def named_in(problem: str) -> str | None:
    """Return the name that the problem gives its function; None if it gives none, or several."""
    found = {name for match in _NAMED.finditer(problem) for name in match.groups() if name}
    names = {name for name in found if not keyword.iskeyword(name)}
    return names.pop() if len(names) == 1 else None


async def _specify_kind(context: RunContext, kind: TaskKind, examples: tuple[Example, ...]) -> Plan:
    """Return the plan of what is no function. Raise as `specify` does."""
    if kind is TaskKind.PROGRAM:
        return await specify_program(context, examples)
    if kind is TaskKind.SERVICE:
        return await specify_service(context, examples)
    return await specify_class(context, examples, class_name(context.task, examples))


async def specify(context: RunContext, examples: tuple[Example, ...]) -> Plan:
    """Return the plan of the function that the task asks for. Raise ModelError, ReplyUnusable or BudgetExhausted.

    Of a small problem the plan has the tests as well, unless their writer gave none.
    """
    kind = kind_of(context.task)
    if kind is not TaskKind.FUNCTION:
        return await _specify_kind(context, kind, examples)
    task = context.task
    known = _known_name(task, examples)

    def read(reply: SpecificationReply) -> Specification:
        return _specification(context, known or _found_name(task, reply), reply, examples)

    def objection(reply: SpecificationReply) -> str | None:
        try:
            specification = read(reply)
            signature = specification.signature
            if stray := {stated.param for stated in reply.properties} - {param.name for param in signature.params}:
                return f"A property speaks of {sorted(stray)}, which is no parameter."
            for example in examples:
                example.bind(signature)
                example.expectation(signature)
            if signature.is_special:
                context.declaration(signature)
            if why := missing_for(signature, task.lock):
                return why
        except (UserError, ValueError) as error:
            return f"{error}. The parameters must fit every example, by name where names are given."
        return misfits(specification, _cases(reply, specification))

    tests = cases_wanted(context, kind, examples)
    reply = await context.ask(
        "specify",
        SmallSpecificationReply if tests else SpecificationReply,
        objection,
        second_look(task.statement),
        tests=tests,
        problem=task.statement,
        entry_point=known or f"`name`, as the problem gives it; {task.entry_point} if it gives none",
        language=task.language,
        examples="\n".join(f"- {example.source}" for example in examples) or "(none)",
        beyond=beyond("\n".join((task.problem, *task.examples))),
    )
    await report_left_out(context, reply)
    specification = read(reply).model_copy(update={"unread": await report_unread(context)})
    await bar_libraries(context, specification.libraries)
    return Plan(Blueprint.of_function(specification), _cases(reply, specification))


def _cases(reply: SpecificationReply, specification: Specification) -> tuple[CaseReply, ...]:
    """Return the cases of a reply. Those of calls that are not plain are asked for once their form is known."""
    if isinstance(reply, SmallSpecificationReply) and not specification.signature.is_special:
        return tuple(reply.cases)
    return ()


def _specification(
    context: RunContext, name: str, reply: SpecificationReply, examples: tuple[Example, ...]
) -> Specification:
    """Return what a reply says of the function of this name. Raise UserError or ValueError."""
    signature = _signature(name, reply, examples)
    return Specification(
        summary=reply.summary,
        signature=signature.model_copy(update={"wide": is_wide(examples, context.toolchain.facts)}),
        requirements=requirements_of(reply.requirements),
        comparison=Comparison(tolerance=tolerance(reply.float_tolerance, reply.returns), any_order=reply.any_order),
        properties=tuple(stated.read() for stated in reply.properties),
        unclear=tuple(reply.unclear),
        preconditions=preconditions_of(reply.preconditions, signature, examples),
        assumptions=tuple(reply.assumptions),
        several_answers=reason_of(reply.several_answers),
        libraries=tuple(reply.libraries),
    )


def _found_name(task: Task, reply: SpecificationReply) -> str:
    """Return the name that the model read in the problem; the default if nothing there is named so."""
    name = (reply.name or "").strip()
    if not is_identifier(name) or keyword.iskeyword(name):
        return task.entry_point
    kinds = "function|generator|decorator|method"
    named = rf"\b{name}\(|`{name}`|\b(?:{kinds})\s+{name}\b|\b(?:call(?:ed)?|call it|named?)\s+[\"']?{name}\b"
    return name if re.search(named, task.problem) else task.entry_point


def _signature(name: str, reply: SpecificationReply, examples: tuple[Example, ...]) -> Signature:
    texts = [found.text for found in reply.requirements]
    return Signature(
        name=name,
        params=tuple(param.parameter() for param in reply.params),
        returns=reply.returns,
        asynchronous=reply.asynchronous,
        fails=bool(reply.errors)
        or may_fail(texts, examples)
        or any(r.category is Category.ERROR_HANDLING for r in reply.requirements),
        errors=tuple(found.stated() for found in reply.errors),
        prints=reply.prints,
        written=(reply.declaration or "").strip() if reply.libraries else "",
    )


_FAILS: Final = re.compile(r"\b(?:rais|throw|reject|error|exception|panic)", re.IGNORECASE)


def may_fail(requirements: Iterable[str], examples: tuple[Example, ...]) -> bool:
    """Return whether a requirement or an example speaks of an error."""
    return any(map(_FAILS.search, requirements)) or any(isinstance(one.expected, Raises) for one in examples)


def is_wide(examples: tuple[Example, ...], language: Language) -> bool:
    """Return whether the user's examples hold an integer that the language's ordinary ones cannot."""
    values = [[*example.args, *example.kwargs.values()] for example in examples]
    values += [[example.expected.value] for example in examples if isinstance(example.expected, Returns)]
    return widest(values) > language.integer_bits


def tolerance(stated: float | None, returns: Type) -> float | None:
    """Fractional results are compared with a tolerance even where the specification names none."""
    return stated or (1e-9 if returns.mentions("float", "ndarray", "series", "dataframe") else None)
