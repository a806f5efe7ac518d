"""Write tests: the user's examples as they are, and cases worked out by a writer who sees the specification alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, Field

from specwright.core.errors import ReplyUnusable, UserError
from specwright.core.program.data import Data
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import Signature
from specwright.core.run.events import TestsWritten, Warned
from specwright.core.value import digest
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.task import Specification
from specwright.core.work.testcase import Expectation, Raises, Returns, TestCase, Tier
from specwright.core.work.wording.stated import is_stated
from specwright.pipeline.asking.kind_words import KIND_WORDS
from specwright.pipeline.context import RunContext

WANTED: Final = 12
"""Cases asked for; a few more when the specification has more requirements."""
WANTED_BESIDE_EXAMPLES: Final = 8
"""Beside two examples of the user, which prove more than any invented case."""
HELD_OUT_OF: Final = 3
"""The share, as one in this many, of written cases that the code writer never sees."""


_NAMED_MISFITS: Final = 5
_ONE: Final = "Where several answers would be right, choose inputs that have only one."
_SEVERAL: Final = (
    "Several answers may be right. A program checks them, so `expected` is one right answer of several.\n"
    "  About half of the cases have inputs with only one right answer: `only_answer` is true there and nowhere else."
)


_WITH_THE_PLAN: Final = 1500
"""Characters of a problem whose tests are asked for together with its specification."""
_NOTES: Final = """
- `cases`: {count} test cases. A wrong expected value does real harm: work each one out step by step, and take none
  whose answer the problem leaves open. Each has a short `name`, the `requirement` that it checks (R1 is the first),
  {case}.
  Check every requirement that is not untestable, and each bound on it and on both sides of it, with small inputs that a
  plausible wrong program, or another reading of the words, answers otherwise. No two cases find the same mistake, and
  their answers differ as far as possible.
  `quote`: only if the problem states this very input and output: those words, verbatim. `only_answer`: of
  `several_answers`, true for about half of the cases, whose inputs have only one right answer."""


class CaseReply(BaseModel):
    name: str = Field("", max_length=200)
    requirement: str | None = None
    input: dict[str, Any]
    expected: Any = None
    raises: str | None = None
    message: str | None = None
    quote: str | None = None
    only_answer: bool = False


class TestsReply(BaseModel):
    __test__ = False

    cases: list[CaseReply] = Field(min_length=1, max_length=100)


class Plan(NamedTuple):
    """A plan, and the test cases that its writer gave with it."""

    blueprint: Blueprint
    cases: tuple[CaseReply, ...] = ()


def cases_wanted(context: RunContext, kind: TaskKind, examples: tuple[Example, ...]) -> str:
    """Return the words by which a specification is asked for with its tests; empty for a problem that is not small."""
    if len("\n".join((context.task.statement, *context.task.examples))) > _WITH_THE_PLAN:
        return ""
    count = WANTED_BESIDE_EXAMPLES if len(examples) > 1 else WANTED
    return _NOTES.format(count=count, case=KIND_WORDS[kind]["case"])


def user_cases(specification: Specification, examples: tuple[Example, ...]) -> tuple[TestCase, ...]:
    """The user's examples as tests, verbatim. They are never revised and never held out."""
    given = [
        TestCase(
            id=f"u{number}",
            name=f"example {number}",
            inputs=example.bind(specification.signature),
            expected=example.expectation(specification.signature),
            tier=Tier.USER,
            source=example.source,
        )
        for number, example in enumerate(examples, 1)
    ]
    return tuple(case.model_copy(update={"requirement": _shown_by(case, specification)}) for case in given)


def _shown_by(case: TestCase, specification: Specification) -> str | None:
    """Return the requirement that an example shows: the only one, or the only one whose words state the example."""
    stating = [
        found.id
        for found in specification.requirements
        if is_stated(found.text, found.text, case.inputs, case.expected)
    ]
    return only_requirement(specification) or (stating[0] if len(stating) == 1 else None)


def only_requirement(specification: Specification) -> str | None:
    """The requirement that every test checks, if there is only one."""
    [first, *others] = specification.requirements
    return None if others else first.id


def unchecked(specification: Specification, cases: tuple[TestCase, ...]) -> Specification | None:
    """Return the specification reduced to the requirements that no case cites; None if there is none.

    A task with a single requirement is checked by every case.
    """
    cited = {case.requirement for case in cases}
    missing = tuple(
        found
        for found in specification.requirements
        if found.binding and not found.untestable and found.id not in cited
    )
    if not missing or len(specification.requirements) == 1:
        return None
    return specification.model_copy(update={"requirements": missing})


def contradiction(cases: tuple[TestCase, ...], blueprint: Blueprint | None = None) -> tuple[TestCase, TestCase] | None:
    """Return two user examples that expect different things of one call on which the plan allows one answer alone."""
    items = blueprint.functions if blueprint else ()
    several = {item.name for item in items if item.several_answers}
    if several and len(items) == 1:
        return None
    seen: dict[str, TestCase] = {}
    for case in cases:
        if case.tier is Tier.USER and case.function not in several:
            other = seen.setdefault(digest([case.function, case.inputs]), case)
            if other.expected != case.expected:
                return other, case
    return None


async def first_tests(
    context: RunContext, plan: Plan, specification: Specification, known: tuple[TestCase, ...]
) -> TestsWritten:
    """Return the tests that came with the plan, or have them written. Raise as `write_tests` does."""
    if plan.cases:
        return as_tests(context, specification, known, plan.cases)
    return await context.writers.write_cases(context, specification, known)


async def write_tests(context: RunContext, specification: Specification, known: tuple[TestCase, ...]) -> TestsWritten:
    """Return further cases beside those that are known; none if no requirement can be tested by calls.

    A reply that repeats an example of the user tells which requirement the example checks.

    Raises ModelError, ReplyUnusable, BudgetExhausted.
    """
    if all(requirement.untestable for requirement in specification.requirements):
        return TestsWritten(cases=())

    def objection(reply: TestsReply) -> str | None:
        return misfits(specification, reply.cases)

    reply = await context.ask(
        "write_tests",
        TestsReply,
        objection,
        problem=context.task.statement,
        signature=str(specification.signature),
        requirements=list_requirements(specification),
        examples=list_cases(known),
        count=str(_wanted(specification, known)),
        answers=_SEVERAL if specification.several_answers else _ONE,
    )
    return as_tests(context, specification, known, tuple(reply.cases))


def as_tests(
    context: RunContext, specification: Specification, known: tuple[TestCase, ...], replies: tuple[CaseReply, ...]
) -> TestsWritten:
    """Return the cases of a reply as tests beside those that are known. Raise UserError for one that `misfit` names."""
    taken = {digest(case.inputs) for case in known}
    given = {case.digest: case.id for case in known if case.tier is Tier.USER}
    cites: dict[str, str] = {}
    first = 1 + sum(case.id.startswith("t") for case in known)
    written: dict[str, TestCase] = {}
    for found in replies:
        case = _case(f"t{first + len(written)}", found, specification, context.task.problem)
        if digest(case.inputs) not in taken:
            written.setdefault(case.digest, case)
        elif case.digest in given and case.requirement:
            cites.setdefault(given[case.digest], case.requirement)
    return TestsWritten(cases=_hold_out(tuple(written.values())), cites=cites)


async def write_further_tests(context: RunContext, missing: Specification, known: tuple[TestCase, ...]) -> TestsWritten:
    """Emit and return cases for requirements that no case checks. A writer who has none leaves them unchecked.

    Raise ModelError and BudgetExhausted.
    """
    try:
        written = await context.writers.write_cases(context, missing, known)
    except ReplyUnusable as error:
        await context.log.emit(Warned(text=f"some requirements stay without a test: {error.message}"))
        return TestsWritten(cases=())
    await context.log.emit(written)
    return written


def _wanted(specification: Specification, known: tuple[TestCase, ...]) -> int:
    """How many cases to ask for: fewer when only a few requirements are left to check."""
    if any(case.tier is Tier.GUESS for case in known):
        return max(2, 2 * len(specification.requirements))
    shown = sum(case.tier is Tier.USER for case in known)
    return max(WANTED_BESIDE_EXAMPLES if shown > 1 else WANTED, 2 * len(specification.requirements))


def misfits(specification: Specification, cases: Iterable[CaseReply]) -> str | None:
    """Why some cases do not fit the specification, in words for their writer; None when all do."""
    complaints = [found for case in cases if (found := misfit(specification, case))]
    return " ".join(complaints[:_NAMED_MISFITS]) or None


def misfit(specification: Specification, case: CaseReply) -> str | None:
    """Why a case does not fit the specification, in words for its writer; None when it does."""
    wanted = [param.name for param in specification.signature.params]
    if not specification.signature.takes(frozenset(case.input)):
        return f"Case {case.name!r} has the inputs {sorted(case.input)}, but the parameters are {wanted}."
    known = [requirement.id for requirement in specification.requirements]
    if case.requirement is not None and case.requirement not in known:
        return f"Case {case.name!r} cites {case.requirement!r}, but the requirements are {known[0]} to {known[-1]}."
    try:
        expectation(
            specification, case.expected, case.raises, inputs_of(specification.signature, case.input), case.message
        )
    except UserError as error:
        return f"Case {case.name!r}: {error.message}."
    return None


def inputs_of(signature: Signature, given: Mapping[str, Any]) -> dict[str, Data]:
    """Return the inputs of a reply, read as the declared types. Raise UserError."""
    return signature.inputs(given)


def expectation(
    specification: Specification,
    expected: Any,
    raises: str | None,
    inputs: Mapping[str, Data],
    message: str | None = None,
) -> Expectation:
    """What a reply expects, read as the declared return type."""
    if raises is not None and specification.signature.kind is not TaskKind.FUNCTION:
        raise UserError(
            "`raises` is for functions alone: the error of one call, or an exit status, stands in `expected`"
        )
    if raises is not None:
        return Raises(
            error=None if raises.lower() in ("any", "error", "exception") else raises, message=message or None
        )
    return Returns(value=specification.signature.expected(expected, inputs))


def _case(case_id: str, reply: CaseReply, specification: Specification, problem: str) -> TestCase:
    signature = specification.signature
    inputs = inputs_of(signature, reply.input)
    expected = expectation(specification, reply.expected, reply.raises, inputs, reply.message)
    stated = is_stated(problem, reply.quote, inputs, expected)
    return TestCase(
        id=case_id,
        name=reply.name or case_id,
        inputs=inputs,
        expected=expected,
        tier=Tier.SPEC if stated else Tier.GUESS,
        requirement=reply.requirement,
        source=reply.quote or "" if stated else "written from the specification",
        only_answer=bool(specification.several_answers) and reply.only_answer,
    )


def _hold_out(cases: tuple[TestCase, ...]) -> tuple[TestCase, ...]:
    """Hide one in three from the code writer, chosen by content so that no writer can steer it."""
    by_digest = sorted((case for case in cases if case.tier is Tier.GUESS), key=lambda case: case.digest)
    hidden = {case.id for case in by_digest[HELD_OUT_OF - 1 :: HELD_OUT_OF]}
    return tuple(case.model_copy(update={"held_out": case.id in hidden}) for case in cases)


def list_requirements(specification: Specification) -> str:
    """The requirements and readings as a list for a prompt."""
    lines = [
        f"- {found.id} ({found.category}): {found.text}{f' [untestable: {found.untestable}]' * bool(found.untestable)}"
        for found in specification.requirements
    ]
    return "\n".join([*lines, *_readings(specification)])


def list_readings(specification: Specification) -> str:
    """What the specification adds to the words of the problem, as a list for a prompt."""
    return "\n".join(_readings(specification)) or "(nothing)"


def _readings(specification: Specification) -> list[str]:
    lines = [f"- Legal inputs: {condition.text}" for condition in specification.preconditions]
    lines += [f"- Read as: {text}" for text in specification.assumptions]
    if specification.several_answers:
        lines.append(f"- Several answers may be right, and any of them will do: {specification.several_answers}")
    return lines + [f"- (left open: {text})" for text in specification.unclear]


def list_cases(cases: tuple[TestCase, ...]) -> str:
    """Return cases as a list for a prompt, each with how far it is to be trusted."""
    return "\n".join(f"- {case.call} -> {case.expected}{_trust(case)}" for case in cases) or "(none)"


def _trust(case: TestCase) -> str:
    if case.tier.rank <= Tier.SPEC.rank:
        return "  (given, right)"
    return "  (proposed, may be wrong)"
