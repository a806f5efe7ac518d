"""Who writes a package: a model in conversation, or what works without one for a single classic function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from specwright.core.errors import ModelError
from specwright.core.evidence.ruling import Ruling, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Item, ItemKind
from specwright.core.run.events import Warned
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.run.result import Revision
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.example import Example
from specwright.core.work.scenario import Scenario
from specwright.core.work.task import Specification
from specwright.core.work.testcase import TestCase
from specwright.judge.priors import DEFAULT, Priors
from specwright.pipeline.context import RunContext
from specwright.pipeline.judging.evidence import with_reference
from specwright.pipeline.judging.repair import repair, revise_scenarios
from specwright.pipeline.writing.author import OFFLINE, Author
from specwright.pipeline.writing.package_code import write_package
from specwright.pipeline.writing.plan import constraints_of, package_name, plan_package
from specwright.pipeline.writing.scenarios import write_scenarios


@dataclass(frozen=True, slots=True)
class Writers:
    """The stages at which something of a package is written. All raise ModelError, ReplyUnusable, BudgetExhausted."""

    plan: Callable[[RunContext, tuple[Example, ...]], Awaitable[Blueprint]]
    write_cases: Callable[[RunContext, Specification, tuple[TestCase, ...]], Awaitable[tuple[TestCase, ...]]]
    write_scenarios: (
        Callable[[RunContext, Blueprint, str, tuple[Scenario, ...]], Awaitable[tuple[Scenario, ...]]] | None
    )
    """None for an author who knows no native tests; what cases cannot say then stays unchecked."""
    write_code: Callable[[RunContext, PackageState], Awaitable[tuple[Candidate, ...]]]
    """Candidates that offer the state's items, built on what is frozen; each told to the log."""
    more_evidence: Callable[[RunContext, FunctionState, Verdict], Awaitable[FunctionState]]
    revise_cases: Callable[[RunContext, FunctionState, dict[str, Ruling]], Awaitable[Revision]] | None
    revise_scenarios: Callable[[RunContext, PackageState, dict[str, Ruling]], Awaitable[Revision]] | None
    repair: Callable[[RunContext, PackageState, Candidate, tuple[Ruling, ...], bool], Awaitable[Candidate]] | None
    priors: Callable[[PackageState], Priors] = lambda package_state: DEFAULT


def writers_of(author: Author) -> Writers:
    """The writers that work as this author does."""
    if author.name == OFFLINE:
        return _without_model(author)
    return Writers(
        plan=plan_package,
        write_cases=author.write_tests,
        write_scenarios=write_scenarios,
        write_code=write_package,
        more_evidence=with_reference,
        revise_cases=author.revise_tests,
        revise_scenarios=revise_scenarios,
        repair=repair,
    )


def _without_model(author: Author) -> Writers:
    """A specification of one function is a problem as `solve` knows them; anything larger needs a model."""

    async def plan(context: RunContext, examples: tuple[Example, ...]) -> Blueprint:
        names = {example.called for example in examples if example.called}
        if len(names) > 1:
            raise ModelError(
                f"Without a model only a package of one function can be made, and the examples call {len(names)}.",
                hint="Set up a model (see `specwright doctor`), or ask for one function at a time.",
            )
        found = await author.specify(context, examples)
        await context.log.emit(Warned(text="without a model, a package of this one function is made"))
        item = Item(
            kind=ItemKind.FUNCTION,
            name=found.signature.name,
            summary=found.summary,
            signature=found.signature,
            comparison=found.comparison,
            properties=found.properties,
        )
        return Blueprint(
            name=package_name(found.signature.name),
            summary=found.summary,
            surface=(item,),
            requirements=found.requirements,
            constraints=constraints_of(context.task.constraints),
            unclear=found.unclear,
        )

    async def write_code(context: RunContext, package_state: PackageState) -> tuple[Candidate, ...]:
        return await author.write_code(context, package_state.function_states[package_state.items[0]])

    return Writers(
        plan=plan,
        write_cases=author.write_tests,
        write_scenarios=None,
        write_code=write_code,
        more_evidence=author.more_evidence,
        revise_cases=None,
        revise_scenarios=None,
        repair=None,
        priors=lambda package_state: author.priors(next(iter(package_state.function_states.values()))),
    )
