"""Write a package's code: several candidates of the whole source, each by a writer who saw no held-out test."""

from __future__ import annotations

from specwright.core.candidate import Candidate
from specwright.core.dossier import Dossier
from specwright.pipeline.describe import (
    layout,
    list_demands,
    list_package_cases,
    list_scenarios,
    list_surface,
)
from specwright.pipeline.desk import Desk
from specwright.pipeline.write_code import next_number, write_candidates


async def write_package(desk: Desk, dossier: Dossier) -> tuple[Candidate, ...]:
    """Candidates that offer the dossier's items, each told to the log. Raises as `write_code` does."""
    items = tuple(dossier.blueprint.item(name) for name in dossier.items)
    words = {
        "language": desk.task.language,
        "specification": desk.task.statement,
        "layout": layout(desk, dossier.blueprint),
        "surface": list_surface(desk, dossier.blueprint, items),
        "requirements": list_demands(dossier.blueprint),
        "examples": list_package_cases(dossier.cases),
        "tests": list_scenarios(dossier.scenarios),
        "frozen": f"```\n{dossier.frozen}\n```" if dossier.frozen else "(none)",
    }
    return await write_candidates(
        desk, "write_package", words, first=next_number(desk.log.state.candidates), round_number=dossier.round
    )
