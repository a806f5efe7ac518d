"""The tests that were missing, as a person reads of them."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rich.console import Console
from rich.text import Text

from specwright.cli.screens.terminal import print_item
from specwright.core.existing.outcome import ChangeEvidence
from specwright.core.existing.tests import BugCount, CoverageFigure, FileTests, SuspectedBug
from specwright.core.text import counted

_MOST_LINES: Final = 16
_MOST_BUGS: Final = 6


def print_written(console: Console, found: ChangeEvidence, detailed: bool) -> None:
    """Print what the new tests of each file reach and notice, and what contradicts its own documentation."""
    for file in found.written:
        _print_file(console, file, detailed)
    if found.failing:
        names = ", ".join(found.failing if detailed else found.failing[:3])
        more = "" if detailed or len(found.failing) <= 3 else f" and {len(found.failing) - 3} more"
        print_item(console, f"tests of the project fail, and their files were left out: {names}{more}")


def _print_file(console: Console, file: FileTests, detailed: bool) -> None:
    for bug in file.suspected:
        _print_suspected(console, bug)
    origins = Counter(test.origin.value for test in file.kept)
    words = ", ".join(f"{count} {name}" for name, count in sorted(origins.items()))
    print_item(console, f"{file.path}: {counted(len(file.kept), 'new test')}{f' ({words})' if words else ''}")
    if file.after is not None:
        print_item(console, f"coverage  {_covered(file.before)} -> {_covered(file.after)}", 2)
    for title, before, after in (
        ("seeded bugs noticed", file.others_before, file.others_after),
        ("of those that guided the search", file.guiding_before, file.guiding_after),
    ):
        if after is not None and after.bugs:
            print_item(console, f"{title}  {_noticed(before)} -> {_noticed(after)} of {after.bugs}", 2)
    for why, count in file.discarded.items():
        print_item(console, f"{count} not kept: {why}", 2)
    if file.unreached:
        shown = file.unreached if detailed else file.unreached[:_MOST_LINES]
        more = "" if len(shown) == len(file.unreached) else f" and {len(file.unreached) - len(shown)} more"
        print_item(console, f"still not reached: line {', '.join(map(str, shown))}{more}", 2)
    for spot in file.survivors if detailed else file.survivors[:_MOST_BUGS]:
        old, new = (" ".join(text.split()) for text in (spot.old, spot.new))
        print_item(console, f"still not noticed: line {spot.line}, `{old}` as `{new}`", 2)
    for note in file.notes if detailed else ():
        print_item(console, note, 2)
    for test in file.kept if detailed else ():
        print_item(console, f"{test.id}: {test.call} reaches {test.reaches}, notices {test.notices}", 2)


def _print_suspected(console: Console, bug: SuspectedBug) -> None:
    lead = Text("SUSPECTED BUG  ", style="bold red")
    print_item(console, f"{bug.path}:{bug.line}  {bug.call}", lead=lead)
    print_item(console, f"stated: {bug.stated} ({bug.source})", 2)
    print_item(console, f"the code: {bug.shown}", 2)


def _covered(found: CoverageFigure | None) -> str:
    if found is None or found.percent is None:
        return "not measured"
    branches = "" if found.all_branches is None else f", branches {found.branches}/{found.all_branches}"
    return f"{found.percent:.0f}% (lines {found.lines}/{found.all_lines}{branches})"


def _noticed(found: BugCount | None) -> str:
    return "not measured" if found is None else str(found.noticed)
