"""Write a package's code: several candidates of the whole source, each by a writer who saw no held-out test."""

from __future__ import annotations

from specwright.core.program.candidate import Candidate
from specwright.core.run.package_state import PackageState
from specwright.pipeline.asking.describe import (
    layout,
    list_demands,
    list_package_cases,
    list_scenarios,
    list_surface,
)
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.code import next_number, write_candidates


async def write_package(context: RunContext, package_state: PackageState) -> tuple[Candidate, ...]:
    """Candidates that offer the package_state's items, each told to the log. Raises as `write_code` does."""
    items = tuple(package_state.blueprint.item(name) for name in package_state.items)
    words = {
        "language": context.task.language,
        "specification": context.task.statement,
        "layout": layout(context, package_state.blueprint),
        "surface": list_surface(context, package_state.blueprint, items),
        "requirements": list_demands(package_state.blueprint),
        "examples": list_package_cases(package_state.cases),
        "tests": list_scenarios(package_state.scenarios),
        "frozen": f"```\n{package_state.frozen}\n```" if package_state.frozen else "(none)",
    }
    return await write_candidates(
        context,
        "write_package",
        words,
        first=next_number(context.log.state.candidates),
        round_number=package_state.round,
    )
