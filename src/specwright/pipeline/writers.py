"""Who writes a package: a model in conversation, or what works without one for a single classic function."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from specwright.core.blueprint import Blueprint
from specwright.core.candidate import Candidate
from specwright.core.docket import Docket
from specwright.core.dossier import Dossier
from specwright.core.errors import ModelError
from specwright.core.events import Warned
from specwright.core.example import Example
from specwright.core.package import Item, ItemKind
from specwright.core.result import Revision
from specwright.core.ruling import Ruling, Verdict
from specwright.core.scenario import Scenario
from specwright.core.task import Specification
from specwright.core.testcase import TestCase
from specwright.judge.priors import DEFAULT, Priors
from specwright.pipeline.author import OFFLINE, Author
from specwright.pipeline.desk import Desk
from specwright.pipeline.evidence import with_reference
from specwright.pipeline.plan import constraints_of, package_name, plan_package
from specwright.pipeline.repair import repair, revise_scenarios
from specwright.pipeline.write_package import write_package
from specwright.pipeline.write_scenarios import write_scenarios


@dataclass(frozen=True, slots=True)
class Writers:
    """The stages at which something of a package is written. All raise ModelError, ReplyUnusable, BudgetExhausted."""

    plan: Callable[[Desk, tuple[Example, ...]], Awaitable[Blueprint]]
    write_cases: Callable[[Desk, Specification, tuple[TestCase, ...]], Awaitable[tuple[TestCase, ...]]]
    write_scenarios: Callable[[Desk, Blueprint, str, tuple[Scenario, ...]], Awaitable[tuple[Scenario, ...]]] | None
    """None for an author who knows no native tests; what cases cannot say then stays unchecked."""
    write_code: Callable[[Desk, Dossier], Awaitable[tuple[Candidate, ...]]]
    """Candidates that offer the dossier's items, built on what is frozen; each told to the log."""
    more_evidence: Callable[[Desk, Docket, Verdict], Awaitable[Docket]]
    revise_cases: Callable[[Desk, Docket, dict[str, Ruling]], Awaitable[Revision]] | None
    revise_scenarios: Callable[[Desk, Dossier, dict[str, Ruling]], Awaitable[Revision]] | None
    repair: Callable[[Desk, Dossier, Candidate, tuple[Ruling, ...], bool], Awaitable[Candidate]] | None
    priors: Callable[[Dossier], Priors] = lambda dossier: DEFAULT


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

    async def plan(desk: Desk, examples: tuple[Example, ...]) -> Blueprint:
        names = {example.called for example in examples if example.called}
        if len(names) > 1:
            raise ModelError(
                f"Without a model only a package of one function can be made, and the examples call {len(names)}.",
                hint="Set up a model (see `specwright doctor`), or ask for one function at a time.",
            )
        found = await author.specify(desk, examples)
        await desk.log.tell(Warned(text="without a model, a package of this one function is made"))
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
            constraints=constraints_of(desk.task.constraints),
            unclear=found.unclear,
        )

    async def write_code(desk: Desk, dossier: Dossier) -> tuple[Candidate, ...]:
        return await author.write_code(desk, dossier.dockets[dossier.items[0]])

    return Writers(
        plan=plan,
        write_cases=author.write_tests,
        write_scenarios=None,
        write_code=write_code,
        more_evidence=author.more_evidence,
        revise_cases=None,
        revise_scenarios=None,
        repair=None,
        priors=lambda dossier: author.priors(next(iter(dossier.dockets.values()))),
    )
