"""`specwright same`: whether two versions of existing code behave alike."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from specwright.cli.screens.failure import explain_json
from specwright.cli.screens.terminal import open_console, print_item
from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.config import load_settings
from specwright.core.errors import EXIT_STATUS, ReplayDiverged, SpecwrightError
from specwright.core.existing.comparison import ComparedFunction, Likeness, Reach, SameReport, written_call
from specwright.core.text import counted

_EXIT: Final = {Likeness.NO_DIFFERENCE: 0, Likeness.DIFFERENT: EXIT_STATUS[ReplayDiverged], Likeness.UNDECIDED: 10}
_COLOURS: Final = {Likeness.NO_DIFFERENCE: "green", Likeness.DIFFERENT: "red", Likeness.UNDECIDED: "yellow"}
_MOST_MISSED: Final = 12


@dataclass(frozen=True, slots=True)
class CompareOptions:
    inputs: int
    seed: int
    tolerance: float
    language: str | None


def same(old: str, new: str, options: CompareOptions, flags: dict[str, dict[str, Any]], *, as_json: bool) -> int:
    """Compare and show the report. Return the exit status of the verdict."""
    try:
        report = run_until_done(_compared(old, new, options, flags, quiet=as_json))
    except SpecwrightError as error:
        if as_json:
            return explain_json(error)
        raise
    if as_json:
        print(json.dumps(report.to_dict(), indent=2))
    else:
        _print(open_console(), report)
    return _EXIT[report.likeness]


async def _compared(
    old: str, new: str, options: CompareOptions, flags: dict[str, dict[str, Any]], *, quiet: bool
) -> SameReport:
    async with AsyncClient(load_settings(flags)) as client:
        shows = sys.stderr.isatty() and not quiet
        try:
            return await client.same(old, new, **asdict(options), on_progress=_progress if shows else None)
        finally:
            if shows:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _progress(words: str) -> None:
    print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


def _print(console: Console, report: SameReport) -> None:
    for each in report.comparisons:
        print_comparison(console, each)
    for name in report.missing:
        print_item(console, f"{name}: the new version has no function of that name", lead=_word(Likeness.DIFFERENT))
    for name, why in report.skipped.items():
        print_item(console, f"{name}: {why}", lead=_word(Likeness.UNDECIDED))
    if report.added:
        print_item(console, f"only in the new version: {', '.join(report.added)}")
    if len(report.comparisons) + len(report.missing) + len(report.skipped) > 1:
        console.print()
        print_item(console, f"{report.old} and {report.new}", lead=_word(report.likeness))


def _word(likeness: Likeness) -> Text:
    return Text(f"{likeness.value}  ", style=f"bold {_COLOURS[likeness]}")


def print_comparison(
    console: Console, found: ComparedFunction, *, evidence: bool = True, expected: bool = False
) -> None:
    """Print what the comparison of one function came to, with the inputs tried if `evidence` is set."""
    name = found.old if found.old == found.new else f"{found.old} and {found.new}"
    about = found.why
    if found.difference is not None:
        about = f"by their {found.difference.kind.value}" if found.difference.kind.value != "end" else "by their end"
    elif not about:
        about = f"in {counted(found.compared, 'input')}"
    if expected:
        about = f"on {found.differing} of {counted(found.compared, 'input')}" if found.difference else found.why
    lead = Text("CHANGED  ", style="bold yellow") if expected else _word(found.likeness)
    print_item(console, f"{name}: {about}", lead=lead)
    if (shown := found.difference) is not None:
        for call in shown.before:
            print_item(console, f"after {written_call(found.old, call)}", 2)
        print_item(console, shown.call(found.old), 2)
        print_item(console, shown.old, lead="    old ")
        print_item(console, shown.new, lead="    new ")
    if found.tried and evidence:
        _print_evidence(console, found)


def _print_evidence(console: Console, found: ComparedFunction) -> None:
    parts = [f"{counted(found.tried, 'input')} tried", f"{found.compared} compared"]
    for count, words in (
        (found.raised, "on which the old version raises"),
        (found.unfinished, "that came to no end"),
        (found.outside, "that the old version is not made for"),
        (found.unstable, "answered otherwise the second time"),
    ):
        parts += [f"{count} {words}"] if count else []
    print_item(console, ", ".join(parts), 2)
    if found.recorded:
        again = "" if found.faithful is None else f", of which the old version repeats {found.faithful}"
        print_item(console, f"{counted(found.recorded, 'recorded call')} among them{again}", 2)
    print_item(console, f"given: {', '.join(found.inputs) or 'nothing'}", 2)
    for word, reach in (("old", found.old_reach), ("new", found.new_reach)):
        print_item(console, f"{word} version: {_reached(reach)}", 2)
    for note in found.notes:
        print_item(console, f"note, and no difference: {note.value}", 2)


def _reached(reach: Reach) -> str:
    if reach.all_lines == 0:
        return "no line of its text was reached: what the name stands for is not written there"
    parts = []
    if reach.all_lines:
        parts.append(f"{reach.lines} of {counted(reach.all_lines, 'line')}")
    if reach.all_branches:
        parts.append(f"{reach.branches} of {reach.all_branches} branches")
    missed = f"; not reached: line {', '.join(map(str, reach.missed[:_MOST_MISSED]))}" if reach.missed else ""
    return f"reached {' and '.join(parts)}{missed}" if parts else "what was reached was not measured"
