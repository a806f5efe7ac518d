"""A package in words for prompts: its items, its requirements, its known tests."""

from __future__ import annotations

from specwright.core.program.package import Item, ItemKind, Package
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.scenario import Scenario
from specwright.core.work.task import Category
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.pipeline.context import RunContext


def list_surface(context: RunContext, blueprint: Blueprint, items: tuple[Item, ...]) -> str:
    """What the package offers, each with its declaration or its usage."""
    return "\n\n".join(_item(context, blueprint, item) for item in items)


def _item(context: RunContext, blueprint: Blueprint, item: Item) -> str:
    package = blueprint.name
    lines = [f"{item.kind} {item.name}: {item.summary}"]
    if item.signature is not None:
        lines.append(context.declaration(item.signature))
        lines += [f"Legal inputs: {condition.text}" for condition in item.preconditions]
    if item.kind is ItemKind.COMMAND:
        form = context.project.command(package, item)
        lines += [form.declaration, form.about]
    if item.usage:
        lines.append(item.usage)
    if blueprint.modules and (offer := context.project.several.offer(package, blueprint.modules, item.name)):
        lines.append(offer)
    return "\n".join(lines)


def list_demands(blueprint: Blueprint) -> str:
    """Requirements, constraints, how open points are read, and the points left open."""
    lines = [f"- {found.id} ({found.category}): {found.text}" for found in blueprint.requirements]
    lines += [f"- {found.id} (constraint): {found.text}" for found in blueprint.constraints]
    lines += [f"- Read as: {text}" for text in blueprint.assumptions]
    return "\n".join(lines + [f"- (left open: {text})" for text in blueprint.unclear])


def list_package_cases(cases: tuple[TestCase, ...]) -> str:
    """Return the cases that a code writer may see, as calls."""
    shown = [case for case in cases if not case.held_out]
    trusted = [case for case in shown if case.tier.rank <= Tier.SPEC.rank] or shown
    return "\n".join(f"- {case.function}: {case.call} -> {case.expected}" for case in trusted) or "(none)"


def list_scenarios(scenarios: tuple[Scenario, ...]) -> str:
    """Return the native tests that a code writer may see, as they are."""
    shown = [scenario for scenario in scenarios if not scenario.held_out]
    return "\n\n".join(f"<test name={one.name!r}>\n{one.text}\n</test>" for one in shown) or "(none)"


def sample_test(context: RunContext, blueprint: Blueprint) -> str:
    """Return a small native test file of this very package, which shows how tests here import and are written."""
    integer = Type.parse("int")
    signature = Signature(name="twice", params=(Parameter(name="n", type=integer),), returns=integer)
    item = Item(kind=ItemKind.FUNCTION, name="twice", summary="Twice the number.", signature=signature)
    case = TestCase(id="t1", name="three", inputs={"n": 3}, expected=Returns(value=6), tier=Tier.GUESS)
    package = Package(name=blueprint.name, summary=blueprint.summary, surface=(item,))
    samples = [context.project.render_tests(package, item, [case], item.comparison)]
    commands = (each for each in blueprint.surface if each.kind is ItemKind.COMMAND)
    samples += [context.project.command(blueprint.name, each).sample for each in commands]
    return "```\n\nand of a test file of its command:\n```\n".join(samples)


def layout(context: RunContext, blueprint: Blueprint) -> str:
    """Return the path of the one source file, and what its language demands of a file that others import from."""
    path = context.project.source_path(blueprint.name)
    return f"The file is {path}. {context.project.source_note(blueprint.name)}".strip()


def needs_a_test(category: Category) -> bool:
    """Return whether a requirement of that category is checked by tests; the others are measured."""
    return category not in (Category.PERFORMANCE, Category.STYLE)
