"""A change of existing code as a person reads it: the diff, and the evidence beneath it."""

from __future__ import annotations

from typing import Final

from rich.console import Console
from rich.text import Text

from specwright.cli.improving.same import print_comparison
from specwright.cli.improving.tests import print_written
from specwright.cli.screens.terminal import print_item
from specwright.cli.screens.words import spent_in_words
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.outcome import ChangeEvidence, ChangeReport, ChangeWord, FigureChange, TestsCompared
from specwright.core.run.result import Result
from specwright.core.text import counted, printable

_COLOURS: Final = {ChangeWord.UNDECIDED: "yellow", ChangeWord.CONTRADICTION: "yellow", ChangeWord.NOTHING: "yellow"}
_MOST_NAMED: Final = 5


def print_change(console: Console, result: Result, detailed: bool) -> None:
    """Print what became of a request on existing code."""
    report = result.change
    assert report is not None
    if report.change.files:
        print_diff(console, report.change)
        console.print()
    colour = "green" if report.word.is_good else _COLOURS.get(report.word, "red")
    console.print(Text(f"{report.word.value}  ", style=f"bold {colour}") + Text(printable(_headline(report))))
    for reason in () if report.word.is_good else report.reasons:
        print_item(console, reason, 2)
    _print_evidence(console, report.evidence, detailed)
    for each in report.discarded:
        print_item(console, f"version {each.id} was discarded: {each.why}", lead=Text("Note: ", style="yellow"))
    for text in result.warnings:
        print_item(console, text, lead=Text("Note: ", style="yellow"))
    if not report.change.files and not result.execution_result.final:
        print_item(console, result.explanation, lead="Why: ")
    if detailed:
        print_item(console, f"Time and cost: {spent_in_words(result.spending)}")
        print_item(console, f"Sandbox: {result.sandbox}")


def _headline(report: ChangeReport) -> str:
    added, removed = report.change.counts
    return f"{report.verb.value} {report.scope.name}: {added} lines added, {removed} removed"


def print_diff(console: Console, change: ProjectChange) -> None:
    """Print a change as a unified diff, which can be copied and applied."""
    for line in change.diff.split("\n")[:-1]:
        style = "bold" if line.startswith(("+++", "---")) else {"+": "green", "-": "red", "@": "cyan"}.get(line[:1], "")
        console.print(Text(printable(line), style=style), soft_wrap=True)


def _print_evidence(console: Console, found: ChangeEvidence, detailed: bool) -> None:
    print_written(console, found, detailed)
    for each in found.comparisons:
        print_comparison(console, each, evidence=detailed or each.difference is not None)
    for each in found.expected:
        print_comparison(console, each, evidence=detailed, expected=True)
    if found.seeded is not None:
        print_item(
            console,
            f"seeded bugs: {found.seeded.noticed} of {found.seeded.made} changes put into the new version were noticed",
        )
        for text in found.seeded.missed if detailed else ():
            print_item(console, f"not noticed: {text}", 2)
    for line in _tests_in_words(found.tests):
        print_item(console, line)
    for optimization in found.optimizations:
        print_item(console, optimization.in_words)
    figures = [_figure(each) for each in found.figures if detailed or each.before != each.after]
    if figures:
        print_item(console, f"figures: {'; '.join(figures)}")
    elif found.figures:
        print_item(console, f"figures: {', '.join(each.name for each in found.figures)} as before")


def _tests_in_words(tests: TestsCompared) -> list[str]:
    if tests.unavailable:
        return [f"tests: not run, because {tests.unavailable}"]
    if not tests.ran and not tests.added:
        return []
    lines = [f"tests: {tests.passed_before} of {tests.ran} passed before, {tests.passed_after} pass now"]
    for word, names in (("broken", tests.broken), ("mended", tests.mended), ("new", tests.added)):
        if names:
            more = f" and {counted(len(names) - _MOST_NAMED, 'other')}" if len(names) > _MOST_NAMED else ""
            lines.append(f"  {word}: {', '.join(names[:_MOST_NAMED])}{more}")
    return lines


def _figure(found: FigureChange) -> str:
    before, after = ("-" if value is None else f"{value:g}" for value in (found.before, found.after))
    return f"{found.name} {before} -> {after}" if before != after else f"{found.name} {before}"
