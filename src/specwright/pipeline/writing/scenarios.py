"""Write scenarios: native tests beyond cases, by a writer who sees the plan alone and never the code."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import BaseModel, Field

from specwright.core.errors import ReplyUnusable
from specwright.core.run.events import Warned
from specwright.core.work.blueprint import Blueprint, package_name
from specwright.core.work.scenario import Scenario
from specwright.core.work.task import Requirement
from specwright.core.work.testcase import TestCase
from specwright.pipeline.asking.describe import list_demands, list_surface, needs_a_test, sample_test
from specwright.pipeline.asking.reply import extract_code
from specwright.pipeline.context import RunContext

HELD_OUT_OF: Final = 3
"""The share, as one in this many, of files that the code writer never sees."""


class ScenarioReply(BaseModel):
    name: str = Field(min_length=1, max_length=80)
    kind: Literal["unit", "integration"] = "unit"
    item: str | None = None
    requirements: list[str] = []
    text: str = Field(min_length=10, max_length=20_000)


class ScenariosReply(BaseModel):
    scenarios: list[ScenarioReply] = Field([], max_length=20)
    declined: list[str] = []


async def write_scenarios(
    context: RunContext, blueprint: Blueprint, wanted: str, known: tuple[Scenario, ...]
) -> tuple[Scenario, ...]:
    """Native tests for what `wanted` names. Raises ModelError, BudgetExhausted; an unusable reply gives none.

    The writer may decline what no test can show. Each reason is recorded as a warning.
    """
    items = {item.name for item in blueprint.surface}
    ids = {requirement.id for requirement in blueprint.requirements}

    def objection(reply: ScenariosReply) -> str | None:
        if not reply.scenarios and not reply.declined:
            return "There is no test, and `declined` does not say why there can be none."
        for found in reply.scenarios:
            if found.item is not None and found.item not in items:
                return f"{found.name!r} is about {found.item!r}, which is none of {sorted(items)}."
            if strays := set(found.requirements) - ids:
                return f"{found.name!r} cites {min(strays)!r}; the requirements are {', '.join(sorted(ids))}."
        return None

    try:
        reply = await context.ask(
            "write_scenarios",
            ScenariosReply,
            objection,
            language=context.task.language,
            specification=context.task.statement,
            package=blueprint.name,
            surface=list_surface(context, blueprint, blueprint.surface),
            requirements=list_demands(blueprint),
            sample=sample_test(context, blueprint),
            wanted=wanted,
        )
    except ReplyUnusable as error:
        await context.log.emit(Warned(text=f"native tests could not be written: {error.message}"))
        return ()
    for reason in reply.declined:
        await context.log.emit(Warned(text=f"the test writer declines a test: {reason}"))
    return _held_out(_named(context, blueprint, reply, known))


def _named(
    context: RunContext, blueprint: Blueprint, reply: ScenariosReply, known: tuple[Scenario, ...]
) -> tuple[Scenario, ...]:
    taken = {scenario.name for scenario in known} | {package_name(item.name) for item in blueprint.functions}
    # A file that is there already is no further evidence, whatever it is called.
    texts = {fitted(context, blueprint.name, "same", scenario.text) for scenario in known}
    found: list[Scenario] = []
    for one in reply.scenarios:
        same = fitted(context, blueprint.name, "same", one.text)
        if same in texts:
            continue
        texts.add(same)
        name = base = package_name(one.name)[:40]
        number = 2
        while name in taken:
            name, number = f"{base}_{number}", number + 1
        taken.add(name)
        found.append(
            Scenario(
                id=f"n{len(known) + len(found) + 1}",
                name=name,
                kind=one.kind,
                item=one.item,
                requirements=tuple(one.requirements),
                text=fitted(context, blueprint.name, name, one.text),
            )
        )
    return tuple(found)


def fitted(context: RunContext, package: str, name: str, text: str) -> str:
    """Return the text of a native test of that name: code alone, as its file must have it."""
    code = extract_code(text, context.toolchain.facts.fence_tags)
    return f"{context.project.fit_test(context.project.test_path(package, name), code)}\n"


def _held_out(scenarios: tuple[Scenario, ...]) -> tuple[Scenario, ...]:
    """Hide one in three from the code writer, chosen by content so that no writer can steer it."""
    by_digest = sorted(scenarios, key=lambda scenario: scenario.digest)
    hidden = {scenario.id for scenario in by_digest[HELD_OUT_OF - 1 :: HELD_OUT_OF]}
    return tuple(one.model_copy(update={"held_out": one.id in hidden}) for one in scenarios)


def uncovered(
    blueprint: Blueprint, cases: tuple[TestCase, ...], scenarios: tuple[Scenario, ...]
) -> tuple[Requirement, ...]:
    """The requirements that a test should check and none does."""
    cited = {case.requirement for case in cases} | {name for one in scenarios for name in one.requirements}
    return tuple(found for found in blueprint.requirements if needs_a_test(found.category) and found.id not in cited)
