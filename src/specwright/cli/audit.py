"""`specwright audit`: what holds of a project under a policy."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from specwright.cli.screens.failure import explain_json
from specwright.cli.screens.terminal import mark, open_console, print_item
from specwright.cli.session import run_until_done
from specwright.client.audit import AuditSources, audit_folder
from specwright.client.synchronous import Client
from specwright.core.errors import EXIT_STATUS, SandboxUnavailable, SpecwrightError, UserError
from specwright.core.evidence.audit import AuditClaim, AuditKind, AuditReport, AuditStanding
from specwright.core.evidence.finding import Finding
from specwright.core.text import counted, printable
from specwright.delivery.forms.annotations import FORMS, remarks_of
from specwright.delivery.forms.audit_sarif import audit_sarif

EXIT: Final = {
    AuditStanding.HOLDS: 0,
    AuditStanding.FAILS: 1,
    AuditStanding.NOT_CHECKED: EXIT_STATUS[SandboxUnavailable],
}
_PASSED: Final = {AuditStanding.HOLDS: True, AuditStanding.FAILS: False, AuditStanding.NOT_CHECKED: None}
_WORDS: Final = {
    AuditStanding.HOLDS: ("green", "HOLDS"),
    AuditStanding.FAILS: ("red", "FAILS"),
    AuditStanding.NOT_CHECKED: ("yellow", "NOT CHECKED"),
}
_MOST: Final = 5
"""Findings of a claim that are shown without --verbose."""


@dataclass(frozen=True, slots=True)
class AuditView:
    as_json: bool = False
    quiet: bool = False
    verbose: bool = False
    sarif: Path | None = None
    form: str = "text"
    """`text`, or one of the forms of code reviews."""


def audit(folder: Path, sources: AuditSources, view: AuditView) -> int:
    """Audit the folder and show what holds. Return 0, 1 if a claim fails, 5 if a required one was not checked."""
    try:
        report = run_until_done(
            audit_folder(folder, sources, None if view.as_json or view.form in FORMS else _progress)
        )
        if view.sarif is not None:
            write(view.sarif, audit_sarif(report))
    except SpecwrightError as error:
        if view.as_json:
            return explain_json(error)
        raise
    if view.form in FORMS:
        print(FORMS[view.form](remarks_of(report)), end="")
    elif view.as_json:
        shown = report.model_dump(mode="json") | {"standing": report.standing.value}
        print(json.dumps(shown, indent=2))
    else:
        print_report(open_console(), report, view)
    return EXIT[report.standing]


def add_corpus(folder: Path, index: Path) -> int:
    """Add a folder to the index of a corpus, and say how many sources that were. Return 0."""

    def heard(number: int) -> None:
        if sys.stderr.isatty() and number % 100 == 0:
            print(f"\r\x1b[K{number} files", end="", file=sys.stderr, flush=True)

    with Client() as client:
        number = client.add_corpus(folder, index, on_file=heard)
    print(f"{counted(number, 'source')} of {printable(str(folder))} added to {printable(str(index))}")
    return 0


def known_form(name: str) -> str:
    """Return the name of a form. Raise UserError if there is none of it."""
    if name not in ("text", *FORMS):
        raise UserError(f"there is no format {name!r}", hint=f"choose text, {', '.join(FORMS)}; JSON is --json")
    return name


def write(path: Path, content: bytes) -> None:
    """Write a report where the user wants it. Raise UserError."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}", hint="choose another file") from None


def _progress(claim: AuditClaim) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[Kchecked: {claim.kind.value}", end="", file=sys.stderr, flush=True)
        if claim.kind is list(AuditKind)[-1]:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def print_report(console: Console, report: AuditReport, view: AuditView) -> None:
    """Print what holds, fails or was not checked, with the findings."""
    for claim in report.claims:
        if view.quiet and claim.standing is not AuditStanding.FAILS:
            continue
        word = "not checked: " if claim.standing is AuditStanding.NOT_CHECKED else ""
        print_item(console, f"{word}{claim.detail}", lead=mark(_PASSED[claim.standing]) + f" {claim.kind.value:<14}")
        shown = claim.findings if view.verbose else claim.findings[:_MOST]
        for finding in shown:
            print_item(console, told(finding), 4)
        if len(shown) < len(claim.findings):
            print_item(console, f"and {len(claim.findings) - len(shown)} more: -v shows them", 4)
    if view.quiet:
        return
    for path, why in list(report.unread.items())[: None if view.verbose else _MOST]:
        print_item(console, f"{path} was not read: {why}", lead=Text("note: ", style="yellow"))
    for note in report.notes:
        print_item(console, note, lead=Text("note: ", style="yellow"))
    _print_ending(console, report)


def told(finding: Finding) -> str:
    """Return a finding in one line, with its place."""
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path
    return printable(f"{place}: {finding.message}" if place else finding.message)


def _print_ending(console: Console, report: AuditReport) -> None:
    colour, word = _WORDS[report.standing]
    counts = ", ".join(f"{len(report.of(standing))} {_VERBS[standing]}" for standing in AuditStanding)
    about = f"{counted(report.files, 'file')}, {counted(len(report.components), 'package')}; {counts}"
    console.print()
    print_item(console, about, lead=Text(f"{word}  ", style=f"bold {colour}"))
    for name, mark_of in report.sources.items():
        print_item(console, f"{name}: {mark_of}")
    print_item(console, f"policy {report.policy}, sha256 {report.policy_sha256}")


_VERBS: Final = {
    AuditStanding.HOLDS: "hold",
    AuditStanding.FAILS: "fail",
    AuditStanding.NOT_CHECKED: "not checked",
}
