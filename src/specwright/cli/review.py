"""`specwright review`: what a change brings, for whoever has to approve it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from specwright.cli.audit import EXIT, write
from specwright.cli.screens.failure import explain_json
from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.client.audit import AuditSources
from specwright.config import load_settings
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.evidence.finding import Finding, Severity
from specwright.core.evidence.review import Review
from specwright.delivery.forms.annotations import FORMS, Remark
from specwright.delivery.forms.review_summary import review_markdown

_FORMS: Final = ("markdown", "json", *FORMS)


@dataclass(frozen=True)
class ReviewView:
    form: str = "markdown"
    summary: Path | None = None
    """Where the Markdown is written besides."""


def review(
    revisions: str, sources: AuditSources, view: ReviewView, flags: dict[str, dict[str, Any]], **options: Any
) -> int:
    """Review the change and print it. Return 0, 1 if something was found, 5 if the tests were not run."""
    if view.form not in _FORMS:
        raise UserError(f"there is no format {view.form!r}", hint=f"choose one of {', '.join(_FORMS)}")
    try:
        found = run_until_done(_review(revisions, sources, flags, options))
        if view.summary is not None:
            write(view.summary, review_markdown(found).encode())
    except SpecwrightError as error:
        if view.form == "json":
            return explain_json(error)
        raise
    if view.form == "json":
        print(json.dumps({**found.model_dump(mode="json"), "standing": found.standing.value}, indent=2))
    else:
        print(review_markdown(found) if view.form == "markdown" else FORMS[view.form](remarks(found)), end="")
    return EXIT[found.standing]


async def _review(
    revisions: str, sources: AuditSources, flags: dict[str, dict[str, Any]], options: dict[str, Any]
) -> Review:
    async with AsyncClient(load_settings(flags)) as client:
        return await client.review(revisions, **vars(sources), **options)


def remarks(found: Review) -> list[Remark]:
    """Return what the review found, each at its line."""
    made = [Remark(f"specwright/{one.code}", Severity.ERROR, one) for one in found.violations]
    for bug in found.unnoticed:
        words = f"no test fails when `{bug.old}` becomes `{bug.new}`"
        at = Finding(tool="review", code="unnoticed", message=words, path=bug.path, line=bug.line)
        made.append(Remark("specwright/unnoticed-bug", Severity.ERROR, at))
    for path, lines in found.tests.uncovered.items():
        for line in lines:
            at = Finding(tool="review", code="uncovered", message="no test runs this line", path=path, line=line)
            made.append(Remark("specwright/uncovered", Severity.WARNING, at))
    for name in found.tests.failed:
        at = Finding(tool="review", code="tests", message=f"the test fails: {name}", path=name.split("::")[0])
        made.append(Remark("specwright/tests", Severity.ERROR, at))
    return made
