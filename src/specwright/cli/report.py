"""The result as a person reads it."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from specwright.cli.progress import revised, ruled, spent_in_words
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.data import from_json, show
from specwright.core.run.result import Result, State, TestReport
from specwright.core.text import printable

EXIT_BY_STATE: dict[State, int] = {
    State.TESTS_PASSING: 0,
    State.TESTS_PASSING_AFTER_REFINEMENT: 0,
    State.SYNTAX_ERROR_CORRECTED: 0,
    State.PERFORMANCE_OPTIMIZED: 0,
    State.TESTS_FAILING: 1,
    State.BUDGET_EXHAUSTED: 3,
    State.MODEL_UNAVAILABLE: 4,
    State.SANDBOX_UNAVAILABLE: 5,
    State.SPEC_CONFLICT: 8,
}
PASSING_UNVERIFIED = 10
_CELL = 60


def exit_status(result: Result) -> int:
    """The exit status that the result stands for."""
    status = EXIT_BY_STATE[result.execution_result]
    return PASSING_UNVERIFIED if status == 0 and not result.verified else status


def print_result(console: Console, result: Result) -> None:
    """The function, the test table, what was revised and why, and how it ended."""
    if result.strategy:
        from specwright.cli.package_report import print_package  # noqa: PLC0415 - for packages alone

        print_package(console, result)
        _print_end(console, result)
        return
    if result.code:
        from rich.syntax import Syntax  # noqa: PLC0415 - heavy, and not needed for machines

        console.print(Syntax(printable(result.code), result.language, theme="ansi_dark", background_color="default"))
    if result.tests:
        console.print(_table(result.tests))
    _print_end(console, result)


def _print_end(console: Console, result: Result) -> None:
    for revision in result.revisions:
        console.print(Text.from_markup(f"round {revision.round}: " + "\n  ".join(revised(revision))))
    console.print(_ending(result))


def _table(tests: tuple[TestReport, ...]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("", "test", "input", "expected", "got", "from"):
        table.add_column(name, overflow="fold")
    for test in tests:
        mark = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[dim]-[/]"}[test.passed]
        call = ", ".join(f"{name}={_cut(value)}" for name, value in test.input.items())
        got = f"{_cut(test.actual)} (accepted by the checker)" if test.by_checker else ""
        got = got if test.passed else (test.error or ("" if test.passed is None else _cut(test.actual)))
        where = test.tier.value + (", held out" if test.held_out else "")
        cells = (Text(printable(text)) for text in (f"{test.id} {test.name}", call, _cut(test.expected), got, where))
        table.add_row(Text.from_markup(mark), *cells)
    return table


def _cut(value: Any) -> str:
    return show(from_json(value), _CELL)


def _ending(result: Result) -> Group:
    state, totals = result.execution_result, result.test_results
    colour = "green" if result.verified else "yellow" if state.passing else "red"
    word = "VERIFIED" if result.verified else "NOT VERIFIED"
    sure = "" if result.confidence is None else f", probability that it is right {result.confidence:.2f}"
    lines = [
        Text.from_markup(
            f"\n[bold {colour}]{word}[/]  {state.value}: {totals.passed} of {totals.total_tests} tests pass{sure}"
        ),
        Text(printable(result.explanation)),
        *([Text(printable(f"written by {result.written_by}"))] if result.written_by else []),
    ]
    lines += [Text.from_markup("[yellow]not verified because[/] ") + Text(printable(str(bar))) for bar in result.bars]
    lines += [Text(printable(str(checker))) for checker in result.checkers]
    lines += [Text.from_markup("[dim]read as:[/] ") + Text(printable(text)) for text in result.assumptions]
    lines += [Text.from_markup("[yellow]note:[/] ") + Text(printable(text)) for text in result.warnings]
    if result.manual_review_recommended:
        lines.append(Text("a person should review this before it is used"))
    lines.append(Text.from_markup(f"[dim]{spent_in_words(result.spending)}; sandbox {result.sandbox}[/]"))
    return Group(*lines)


def print_why(console: Console, verdicts: tuple[Verdict, ...], result: Result | None) -> None:
    """The story of the rulings: for each round who was held to be wrong, how surely, and on what evidence."""
    revisions = result.revisions if result else ()
    for number, verdict in enumerate(verdicts, 1):
        console.print(Text.from_markup(f"[bold]round {number}[/]"))
        for line in ruled(verdict):
            console.print(Text.from_markup(f"  {line}"))
        for reason in verdict.reasons:
            console.print(Text(f"  {printable(reason)}"))
        for revision in (found for found in revisions if found.round == number):
            for line in revised(revision):
                console.print(Text.from_markup(f"  {line}"))


def result_json(result: Result) -> str:
    """The result as one JSON document."""
    return json.dumps(result.model_dump(mode="json"), indent=2)
