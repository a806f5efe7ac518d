"""`specwright check`: the measured quality of a project that is already there."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from specwright.cli.audit import AuditView, print_report
from specwright.cli.options import language_of_project, language_of_sources
from specwright.cli.screens.terminal import mark, open_console, print_item, sign_of
from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.client.check import ProjectReport
from specwright.config import Settings, load_settings
from specwright.core.errors import UserError
from specwright.core.evidence.quality import Quality, ScorePart
from specwright.core.text import counted

_MOST_GROUPS: Final = 8
_MOST_RULES: Final = 3
_MOST_PLACES: Final = 3
_NAME: Final = 15
"""Columns for the name of a gate or of a part of the score."""


@dataclass(frozen=True)
class CheckOptions:
    """The options on the command line beside the folder and the settings."""

    language: str | None
    dependencies: Path | None
    bugs: int
    seconds: float
    as_json: bool
    verbose: bool
    policy: str | None = None


def check(folder: Path, options: CheckOptions, flags: dict[str, dict[str, Any]]) -> int:
    """Measure the project and show it. Returns 0 when it passes every gate and its policy, else 1.

    Raises UserError and SandboxUnavailable.
    """
    if not folder.is_dir():
        raise UserError(f"there is no folder {folder}", hint="name the folder of a project")
    done = run_until_done(_check(folder, options, load_settings(flags)))
    if options.as_json:
        measured = done.measured.model_dump(mode="json", exclude={"report": {"coverage", "output"}})
        print(json.dumps({**measured, **done.model_dump(mode="json", exclude={"measured"})}, indent=2))
    else:
        _print(done, options.verbose)
    return 0 if done.passed else 1


async def _check(folder: Path, options: CheckOptions, settings: Settings) -> ProjectReport:
    known = language_of_project(folder)
    language = options.language or (known[0] if known else language_of_sources(folder))
    if not options.as_json:
        print(f"checking {folder} as {language}", file=sys.stderr)
    async with AsyncClient(settings) as client:
        return await client.check(
            folder,
            language=language,
            bugs=options.bugs,
            dependencies=options.dependencies,
            seconds=options.seconds,
            policy=options.policy,
        )


def _print(done: ProjectReport, verbose: bool) -> None:
    console = open_console()
    quality = done.measured.quality
    _print_verdict(console, quality)
    _print_gates(console, quality)
    _print_score(console, quality, verbose)
    _print_untested(console, done)
    _print_failures(console, done, verbose)
    _print_findings(console, done, verbose)
    if done.audit is not None:
        console.print()
        print_report(console, done.audit, AuditView(verbose=verbose))


def _print_verdict(console: Console, quality: Quality) -> None:
    failed = sum(gate.passed is False for gate in quality.gates)
    unknown = sum(gate.passed is None for gate in quality.gates)
    if not failed and not unknown:
        console.print(Text("PASSES", style="bold green") + Text(f"  all {len(quality.gates)} gates", style="default"))
        return
    words = [f"{failed} of {counted(len(quality.gates), 'gate')} fail"] if failed else []
    words += [f"{unknown} could not be measured"] if unknown else []
    print_item(console, ", ".join(words), lead=Text("DOES NOT PASS  ", style="bold red"))


def _print_gates(console: Console, quality: Quality) -> None:
    console.print()
    for gate in quality.gates:
        lead = Text("  ") + mark(gate.passed) + Text(f" {gate.name:<{_NAME}}")
        wanted = "" if gate.passed else f" (the bar: {gate.bar})"
        print_item(console, f"{gate.measured}{wanted}", lead=lead)


def _print_score(console: Console, quality: Quality, verbose: bool) -> None:
    measured = sum(one.share for one in quality.inputs if one.value is not None)
    if not measured:
        print_item(console, "\nscore: not measured")
        return
    rest = "" if measured > 0.995 else f"; {100 * (1 - measured):.0f}% of it was not measured and counts as 0"
    print_item(console, f"\nscore {quality.score:.2f} of 1{rest}")
    for part in ScorePart:
        inputs = [one for one in quality.inputs if one.part is part]
        share, known = sum(one.share for one in inputs), [one for one in inputs if one.value is not None]
        earned = sum((one.value or 0.0) * one.share for one in known)
        value = "does not count: nothing is stated" if not share else "not measured" if not known else None
        print_item(console, value or f"{earned:.2f} of {share:.2f}", 2, f"{part.value:<{_NAME + 8}}")
        for one in inputs if verbose else ():
            print_item(console, f"{one.measured} ({one.tool})", 4, f"{one.name}: ")


def _print_untested(console: Console, done: ProjectReport) -> None:
    if done.untested:
        print_item(console, f"\nThe tests could not run: {done.untested}.")
    elif done.missing:
        print_item(console, f"\nSome tests need what the sandbox does not have: {', '.join(done.missing)}.")
    if done.unbuilt:
        print_item(
            console, f"The project's build makes {', '.join(done.unbuilt)}: build the project in its folder first."
        )
    if not done.missing:
        return
    if done.bring:
        print_item(console, f"Bring what is missing with --deps FOLDER. The folder is {done.bring}")
    else:
        print_item(console, f"Dependencies of {done.language} projects cannot be brought into the sandbox.")


def _print_failures(console: Console, done: ProjectReport, verbose: bool) -> None:
    if not done.failures:
        return
    console.print(Text("\ntests that do not pass", style="bold"))
    shown = done.failures if verbose else done.failures[:_MOST_GROUPS]
    for group in shown:
        more = len(group.tests) - _MOST_PLACES
        names = ", ".join(group.tests if verbose else group.tests[:_MOST_PLACES])
        print_item(console, f"{names}{f' and {more} more' if more > 0 and not verbose else ''}", 2)
        print_item(console, group.reason, 6)
    if len(shown) < len(done.failures):
        print_item(console, f"and {len(done.failures) - len(shown)} more reasons: -v shows them", 2)


def _print_findings(console: Console, done: ProjectReport, verbose: bool) -> None:
    if not done.findings:
        return
    console.print(Text("\nfindings", style="bold"))
    for kind in dict.fromkeys(group.kind for group in done.findings):
        groups = [group for group in done.findings if group.kind is kind]
        console.print(Text(f"  {kind.value}: {sum(len(group.places) for group in groups)}"))
        for group in groups if verbose else groups[:_MOST_RULES]:
            times, place = len(group.places), group.places[0]
            told = f"{group.code} {group.message}".strip()
            where = f" ({place}{f' and {times - 1} more' if times > 1 else ''})"
            print_item(console, f"{told}{where}", 4, f"{times:>4} {sign_of('×')} ")
        if not verbose and len(groups) > _MOST_RULES:
            print_item(console, f"and {len(groups) - _MOST_RULES} more rules", 4, "       ")
    if not verbose:
        print_item(console, "\n-v shows every rule and every test, --json every finding")
