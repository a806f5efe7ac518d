"""Document: the README of the code as it finally is, with usage that was executed."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, Field

from specwright.core.candidate import Candidate
from specwright.core.data import show
from specwright.core.dossier import Dossier
from specwright.core.errors import ReplyUnusable
from specwright.core.events import ScenariosWritten, Warned
from specwright.core.package import ItemKind
from specwright.core.scenario import Scenario, ScenarioResult
from specwright.core.testcase import Returns, TestCase
from specwright.pipeline.describe import list_surface, sample_test
from specwright.pipeline.desk import Desk
from specwright.pipeline.try_out import run_scenarios
from specwright.pipeline.write_scenarios import fitted

EXAMPLE: Final = "readme_example"
"""The name of the native test that holds the README's example, so that it is run wherever the tests are."""
_SHOWN_CALLS: Final = 5
_RUN_TESTS: Final = {
    "python": "pip install pytest .\npytest",
    "javascript": "node --test",
    "typescript": "node --test",
    "java": "mvn test",
    "go": "go test ./...",
    "rust": "cargo test",
}


class DocumentationReply(BaseModel):
    overview: str = Field(min_length=10, max_length=6000)
    example: str = Field(min_length=10, max_length=8000)


async def document(desk: Desk, dossier: Dossier, chosen: Candidate, talks: bool) -> tuple[Dossier, dict[str, str]]:
    """The documents by path, and the dossier with the example as one more native test where it passes.

    Without somebody who `talks`, the README is made of what was measured. Raises ModelError, BudgetExhausted and
    SandboxUnavailable; an unusable reply only leaves the README shorter.
    """
    overview, example = "", None
    if talks:
        try:
            reply = await desk.ask(
                "document_package",
                DocumentationReply,
                language=desk.task.language,
                specification=desk.task.statement,
                surface=list_surface(desk, dossier.blueprint, dossier.blueprint.surface),
                code=chosen.code,
                sample=sample_test(desk, dossier.blueprint),
            )
        except ReplyUnusable as error:
            await desk.log.tell(Warned(text=f"the README has no overview: {error.message}"))
        else:
            overview = reply.overview.strip()
            example = await _executed(desk, dossier, chosen, reply.example)
    if example is not None:
        await desk.log.tell(ScenariosWritten(scenarios=(example,)))
        dossier = dossier.with_scenario(
            chosen.id, example, ScenarioResult(scenario_id=example.id, passed=True, tests=1)
        )
    return dossier, {"README.md": _readme(desk, dossier, overview, example)}


async def _executed(desk: Desk, dossier: Dossier, chosen: Candidate, text: str) -> Scenario | None:
    """The example as a native test, if it passes with this very code."""
    scenario = Scenario(
        id="readme", name=EXAMPLE, kind="integration", text=fitted(desk, dossier.blueprint.name, EXAMPLE, text)
    )
    [result] = await run_scenarios(desk, dossier, chosen, (scenario,))
    if result.passed:
        return scenario
    await desk.log.tell(Warned(text=f"the README's example did not run and was left out: {result.detail[:300]}"))
    return None


def _readme(desk: Desk, dossier: Dossier, overview: str, example: Scenario | None) -> str:
    blueprint, language = dossier.blueprint, desk.task.language
    parts = [f"# {blueprint.name}", blueprint.summary]
    if overview:
        parts.append(overview)
    parts.append("## Usage")
    if example is not None:
        parts.append(f"```{language}\n{example.text.strip()}\n```")
    calls = _calls(dossier)
    if calls:
        parts.append("Every line was executed:\n\n```text\n" + "\n".join(calls) + "\n```")
    parts.append("## What it offers")
    parts += [_offered(desk, dossier, name) for name in (item.name for item in blueprint.surface)]
    parts.append("## Tests")
    parts.append(f"```sh\n{_RUN_TESTS.get(language, 'see the project files')}\n```")
    return "\n\n".join(parts) + "\n"


def _offered(desk: Desk, dossier: Dossier, name: str) -> str:
    item = dossier.blueprint.item(name)
    usage = desk.toolchain.declaration(item.signature) if item.signature else item.usage
    about = f"### `{item.name}`\n\n{item.summary}"
    block = f"```text\n{usage}\n```" if item.signature else usage
    if item.kind is ItemKind.COMMAND:
        block += f"\n\n```sh\n{desk.project.command(dossier.blueprint.name, item).start}\n```"
    return f"{about}\n\n{block}" if block else about


def _calls(dossier: Dossier) -> list[str]:
    """Calls with their results, the user's own examples first, a few of each function."""
    lines: list[str] = []
    for docket in dossier.dockets.values():
        known = sorted((case for case in docket.cases if isinstance(case.expected, Returns)), key=_worth)
        lines += [_call(case) for case in known[:_SHOWN_CALLS]]
    return lines


def _worth(case: TestCase) -> tuple[int, int]:
    return case.tier.rank, len(case.call)


def _call(case: TestCase) -> str:
    args = ", ".join(show(value, 100) for value in case.inputs.values())
    return f"{case.function}({args}) -> {case.expected}"
