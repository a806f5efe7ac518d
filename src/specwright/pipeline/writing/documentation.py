"""Document: the README of the code as it finally is, with usage that was executed."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, Field

from specwright.core.errors import ReplyUnusable
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import show
from specwright.core.program.package import ItemKind
from specwright.core.run.events import ScenariosWritten, Warned
from specwright.core.run.package_state import PackageState
from specwright.core.work.scenario import Scenario, ScenarioResult
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.pipeline.asking.describe import list_surface, sample_test
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.try_out import run_scenarios
from specwright.pipeline.writing.scenarios import fitted
from specwright.pipeline.writing.several.files import list_files

EXAMPLE: Final = "readme_example"
"""The name of the native test that holds the README's example, so that it is run wherever the tests are."""
_SHOWN_CALLS: Final = 5


class DocumentationReply(BaseModel):
    overview: str = Field(min_length=10, max_length=6000)
    example: str = Field(min_length=10, max_length=8000)


async def document(
    context: RunContext, package_state: PackageState, chosen: Candidate, talks: bool
) -> tuple[PackageState, dict[str, str]]:
    """The documents by path, and the package_state with the example as one more native test where it passes.

    Without a writer that `talks`, the README is made from measurements. Raise ModelError, BudgetExhausted and
    SandboxUnavailable; an unusable reply only leaves the README shorter.
    """
    overview, example = "", None
    if talks:
        try:
            reply = await context.ask(
                "document_package",
                DocumentationReply,
                language=context.task.language,
                specification=context.task.statement,
                surface=list_surface(context, package_state.blueprint, package_state.blueprint.surface),
                code=list_files(chosen.files) if chosen.files else chosen.code,
                sample=sample_test(context, package_state.blueprint),
            )
        except ReplyUnusable as error:
            await context.log.emit(Warned(text=f"the README has no overview: {error.message}"))
        else:
            overview = reply.overview.strip()
            example = await _executed(context, package_state, chosen, reply.example)
    if example is not None:
        await context.log.emit(ScenariosWritten(scenarios=(example,)))
        package_state = package_state.with_scenario(
            chosen.id, example, ScenarioResult(scenario_id=example.id, passed=True, tests=1)
        )
    return package_state, {"README.md": _readme(context, package_state, overview, example)}


async def _executed(context: RunContext, package_state: PackageState, chosen: Candidate, text: str) -> Scenario | None:
    """The example as a native test, if it passes with this very code."""
    scenario = Scenario(
        id="readme", name=EXAMPLE, kind="integration", text=fitted(context, package_state.blueprint.name, EXAMPLE, text)
    )
    [result] = await run_scenarios(context, package_state, chosen, (scenario,))
    if result.passed:
        return scenario
    await context.log.emit(Warned(text=f"the README's example did not run and was left out: {result.detail[:300]}"))
    return None


def _readme(context: RunContext, package_state: PackageState, overview: str, example: Scenario | None) -> str:
    blueprint, language = package_state.blueprint, context.task.language
    parts = [f"# {blueprint.name}", blueprint.summary]
    if overview:
        parts.append(overview)
    parts.append("## Usage")
    if example is not None:
        parts.append(f"```{language}\n{context.project.usage(example.text)}\n```")
    # Beside an example, values are shown as the language writes them, or not at all.
    calls = _calls(package_state) if example is None or language == "python" else []
    if calls:
        parts.append("Every line was executed:\n\n```text\n" + "\n".join(calls) + "\n```")
    parts.append("## What it offers")
    parts += [_offered(context, package_state, name) for name in (item.name for item in blueprint.surface)]
    parts.append("## Tests")
    parts.append(f"```sh\n{context.toolchain.facts.test_command}\n```")
    return "\n\n".join(parts) + "\n"


def _offered(context: RunContext, package_state: PackageState, name: str) -> str:
    item = package_state.blueprint.item(name)
    usage = context.toolchain.declaration(item.signature).removesuffix(":") if item.signature else item.usage
    about = f"### `{item.name}`\n\n{item.summary}"
    block = f"```text\n{usage}\n```" if item.signature else usage  # no program: nothing can run it
    if item.kind is ItemKind.COMMAND:
        block += f"\n\n```sh\n{context.project.command(package_state.blueprint.name, item).start}\n```"
    return f"{about}\n\n{block}" if block else about


def _calls(package_state: PackageState) -> list[str]:
    """Calls with their results: of each function the user's own examples, then one for each further requirement."""
    lines: list[str] = []
    for function_state in package_state.function_states.values():
        known = sorted((case for case in function_state.cases if isinstance(case.expected, Returns)), key=_worth)
        first: dict[str, TestCase] = {}
        for case in known:
            about = case.id if case.tier is Tier.USER else case.requirement or case.id
            first.setdefault(about, case)
        lines += [_call(case) for case in list(first.values())[:_SHOWN_CALLS]]
    return lines


def _worth(case: TestCase) -> tuple[int, int]:
    return case.tier.rank, len(case.call)


def _call(case: TestCase) -> str:
    args = ", ".join(show(value, 100) for value in case.inputs.values())
    return f"{case.function}({args}) -> {case.expected}"
