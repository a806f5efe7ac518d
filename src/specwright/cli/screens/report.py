"""The result as a person reads it: the verdict and the code first, and the details if they are asked for."""

from __future__ import annotations

import json
from typing import Final

from rich.console import Console
from rich.text import Text

from specwright.api import Committed
from specwright.cli.screens.example_words import example_text, expected_in_words, kind_of_tests
from specwright.cli.screens.person import print_question
from specwright.cli.screens.progress import revised, ruled
from specwright.cli.screens.terminal import mark, print_item, print_markup, print_source
from specwright.cli.screens.words import passes, percent, spent_in_words, writer_in_words
from specwright.core.evidence.bar import BarKind
from specwright.core.evidence.ruling import Verdict
from specwright.core.existing.outcome import ChangeReport, ChangeWord
from specwright.core.run.result import Result, State, Word
from specwright.core.text import printable, sentence
from specwright.core.work.paste import quoted
from specwright.core.work.testcase import HIDDEN

_CONFIRM = (
    "Add each line that is right to the command, corrected where it is wrong, and run it again. Or answer questions: -i"
)
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
    State.AWAITING_ANSWER: 9,
}
PASSING_UNVERIFIED: Final = {Word.NOT_VERIFIED: 10, Word.UNCONFIRMED: 11}
"""The exit status of code that passes every test and is not verified."""
_EXIT_BY_WORD: Final = {ChangeWord.DIFFERENT: 7, ChangeWord.UNDECIDED: 10, ChangeWord.CONTRADICTION: 8}
STOPPED: Final = {
    State.SPEC_CONFLICT: "the examples contradict each other or the problem",
    State.BUDGET_EXHAUSTED: "the budget is used up",
    State.MODEL_UNAVAILABLE: "nothing could be written",
    State.SANDBOX_UNAVAILABLE: "nothing could be run",
    State.AWAITING_ANSWER: "one answer of yours is needed",
}
"""What ended a run that has no verdict on its tests."""
_SILENT: Final = "the model gave no further answer"
"""What ended a run whose model stopped answering after it had written something."""


def exit_status(result: Result) -> int:
    """The exit status that the result stands for."""
    status = EXIT_BY_STATE[result.execution_result]
    if result.change is not None and result.execution_result.final:
        return exit_of_change(result.change)
    if status == 1 and result.code and not result.test_results.total_tests:
        return PASSING_UNVERIFIED[Word.NOT_VERIFIED]  # there was no test that could fail
    return PASSING_UNVERIFIED[result.word] if status == 0 and not result.verified else status


def exit_of_change(report: ChangeReport) -> int:
    """Return the exit status that the word for a change stands for."""
    if report.word.is_good:
        return 0
    return _EXIT_BY_WORD.get(report.word, 1)


def print_result(console: Console, result: Result, detailed: bool = False) -> None:
    """Print the verdict, the code and why it is not verified; with `detailed` all that the run found."""
    if result.change is not None:
        from specwright.cli.improving.report import print_change  # noqa: PLC0415 - for existing code alone

        print_change(console, result, detailed)
        return
    print_headline(console, result)
    _print_reading(console, result)
    if result.strategy:
        from specwright.cli.screens.package_report import print_package  # noqa: PLC0415 - for packages alone

        print_package(console, result, detailed)
    elif result.code:
        console.print()
        print_source(console, result.code, result.language)
    for checker in result.checkers:
        console.print()
        print_item(console, sentence(str(checker)))
    if detailed or not result.verified:
        _print_why(console, result, detailed)
    if detailed:
        _print_details(console, result)


def print_headline(console: Console, result: Result) -> None:
    """Print the verdict in one line."""
    colour = "green" if result.verified else "yellow" if result.execution_result.passing else "red"
    console.print()
    print_item(console, headline(result), lead=Text(f"{result.word}  ", style=f"bold {colour}"))


def _print_reading(console: Console, result: Result) -> None:
    """Print how open points of the problem were read, and what stays open: the verdict is about this reading."""
    if result.code:
        for text in result.assumptions:
            print_item(console, text, lead=Text("Read as: ", style="dim"))
        for text in () if any(bar.kind is BarKind.OPEN_POINT for bar in result.bars) else result.unclear:
            print_item(console, text, lead=Text("Left open: ", style="yellow"))


def headline(result: Result) -> str:
    """Return the outcome of tests and judge in one line."""
    state, totals = result.execution_result, result.test_results
    if totals.total_tests == 0 or state is State.SANDBOX_UNAVAILABLE:
        tests = "no test could be made" if state not in STOPPED else ""
    else:
        tests = passes(totals.passed, totals.total_tests)
    sure = "" if result.confidence is None else f"{percent(result.confidence)} likely correct"
    stopped = _SILENT if state is State.MODEL_UNAVAILABLE and result.code else STOPPED.get(state, "")
    return ", ".join(part for part in (stopped, tests if result.code else "", sure) if part)


def _print_why(console: Console, result: Result, detailed: bool) -> None:
    """Print the reasons. Of a result that lacks a confirmation, that is all a person needs to know first."""
    console.print()
    if result.question is not None:
        print_question(console, result.question)
    elif detailed or not (result.word is Word.UNCONFIRMED or any(bar.example for bar in result.bars)):
        print_item(console, sentence(result.explanation), lead="Why: ")
    lead = "Unconfirmed because: " if result.word is Word.UNCONFIRMED else "Not verified because: "
    for text, examples in _by_reason(result):
        print_item(console, text, lead=Text(lead, style="yellow"))
        for example in examples:  # a command that is broken in two cannot be copied
            console.print(Text(printable(f"  --example {quoted(example)}")), soft_wrap=True)
    if any(bar.example for bar in result.bars):
        print_item(console, _CONFIRM)
    if result.code and not result.verified:
        print_item(console, "Review this code before you use it.")


def _by_reason(result: Result) -> list[tuple[str, list[str]]]:
    """Return what bars the word, each reason once, with the examples that would remove it."""
    reasons: dict[str, list[str]] = {}
    for bar in result.bars:
        reasons.setdefault(bar.text if bar.example else str(bar), []).extend([bar.example] if bar.example else [])
    return list(reasons.items())


def _print_details(console: Console, result: Result) -> None:
    if result.tests:
        _print_tests(console, result)
    for revision in result.revisions:
        console.print()
        print_item(console, f"Revised in round {revision.round}")
        for line in revised(revision):
            print_markup(console, line, 2)
    if result.warnings:
        console.print()
    for text in result.warnings:
        print_item(console, text, lead=Text("Note: ", style="yellow"))
    console.print()
    if result.written_by:
        print_item(console, f"Written by: {writer_in_words(result.written_by).removeprefix('by ')}")
    print_item(console, f"Time and cost: {spent_in_words(result.spending)}")
    if result.packages:
        print_item(console, f"Packages: {', '.join(each.label for each in result.packages)}")
    print_item(console, f"Sandbox: {result.sandbox}")


def _print_tests(console: Console, result: Result) -> None:
    tests, kind = result.tests, kind_of_tests(result)
    passed = sum(test.passed is True for test in tests)
    console.print()
    print_item(console, f"Tests: {passed} of {len(tests)} pass")
    for test in tests:
        name = f"{test.function}: " if test.function else ""
        where = f"  ({test.tier.in_words}{f', {HIDDEN}' if test.held_out else ''})"
        line = Text(printable(f"{name}{example_text(test, kind)}")) + Text(where, style="dim")
        print_item(console, line, 2, mark(test.passed) + f" {test.id} ")
        if test.by_checker:
            print_item(console, f"{expected_in_words(test.actual, kind)} (accepted by the checker)", 6, "returned: ")
        if test.passed is False:
            print_item(console, test.error or f"returned {expected_in_words(test.actual, kind)}", 6, "instead: ")


def print_why(console: Console, verdicts: tuple[Verdict, ...], result: Result | None) -> None:
    """The story of the rulings: for each round who was held to be wrong, how surely, and on what evidence."""
    revisions = result.revisions if result else ()
    shown: set[str] = set()
    for number, verdict in enumerate(verdicts, 1):
        console.print(Text.from_markup(f"[bold]round {number}[/]"))
        for line in ruled(verdict):
            print_markup(console, line, 2)
        for reason in dict.fromkeys(verdict.reasons):
            if reason not in shown:
                print_item(console, reason, 2)
        shown.update(verdict.reasons)
        for revision in (found for found in revisions if found.round == number):
            for line in revised(revision):
                print_markup(console, line, 2)


def result_json(result: Result, committed: Committed | None = None) -> str:
    """The result as one JSON document, with the commit that holds it, if there is one."""
    commit = {"commit": committed.model_dump(mode="json")} if committed else {}
    return json.dumps({**result.document(), **commit}, indent=2)
