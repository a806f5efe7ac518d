"""The top of the page: the problem, the result, its probability, and the main figures."""

from __future__ import annotations

from collections.abc import Iterator

from specwright.core.run.result import Result, State
from specwright.core.text import sentence
from specwright.core.work.performance import BoundVerdict
from specwright.delivery.record import Record
from specwright.delivery.report.caught import bugs, wrong_tests
from specwright.delivery.report.html import Html, badge, tag


def head(record: Record) -> Html:
    """Return the verdict, and the figures in cards."""
    result = record.result
    kind, word = verdict_words(result)
    sure = None
    if result.confidence is not None:
        sure = tag("span", tag("strong", f"{100 * result.confidence:.0f}%"), " likely correct")
    return tag(
        "header",
        tag("p", f"{'package' if result.package else 'function'} in {result.language}", class_="kind"),
        tag("h1", _title(record)),
        tag("div", badge(word, f"large {kind}"), sure, _gates(result), class_="verdict"),
        tag("p", sentence(result.explanation)),
        tag("p", tag("strong", "Review this code before you use it.", class_="warn"))
        if result.manual_review_recommended and result.code
        else None,
        _notes(record),
        tag("dl", *_cards(record), class_="cards"),
        tag("blockquote", record.started.task.problem.strip(), class_="problem"),
        class_=f"top {kind}",
    )


def verdict_words(result: Result) -> tuple[str, str]:
    """Return the verdict as a colour and a word. Failed gates are no reason for green."""
    gates = result.quality is None or result.quality.passed
    if result.verified:
        return ("good" if gates else "warn"), result.word.value
    waits = result.execution_result is State.AWAITING_ANSWER
    return ("warn" if result.execution_result.passing or waits else "bad"), result.word.value


def _gates(result: Result) -> Html | None:
    failed = [gate.name for gate in result.quality.gates if gate.passed is not True] if result.quality else []
    return badge(f"gates not passed: {', '.join(failed)}", "bad") if failed else None


def _title(record: Record) -> str:
    result = record.result
    if result.package is not None:
        return f"{result.package.name}: {result.package.summary}"
    return (
        str(result.signature).replace("->", "\N{RIGHTWARDS ARROW}")
        if result.signature is not None
        else result.entry_point
    )


def _notes(record: Record) -> Html | None:
    result = record.result
    specification = record.state.specification
    unclear = (*result.unclear, *(specification.unclear if specification else ()))
    notes = [
        *(tag("li", str(checker)) for checker in result.checkers),
        *(tag("li", tag("span", "unclear: ", class_="warn"), words) for words in dict.fromkeys(unclear)),
        *(tag("li", tag("span", "note: ", class_="warn"), words) for words in result.warnings),
        *(
            tag("li", tag("span", "error: ", class_="bad"), result.error_details[:2000])
            for _ in [0]
            if result.error_details
        ),
    ]
    return tag("ul", *notes) if notes else None


def _cards(record: Record) -> Iterator[Html]:
    result = record.result
    totals = result.test_results
    failed = totals.total_tests - totals.passed
    yield _card("tests passed", f"{totals.passed}", f"of {totals.total_tests}", "bad" if failed else "good")
    if result.quality is not None:
        gates = "good" if result.quality.passed else "warn"
        yield _card("quality score", f"{result.quality.score:.2f}", "of 1", gates)
    covered = result.native.coverage.line_percent if result.native and result.native.coverage else totals.coverage
    if covered is not None:
        yield _card("lines covered", f"{covered:.1f}", "%")
    yield _card("wrong tests caught", str(wrong_tests(result)), "", "warn" if wrong_tests(result) else "")
    yield _card("bugs caught", str(len(bugs(result))), "", "bad" if bugs(result) else "")
    if result.performance:
        held = sum(found.verdict is BoundVerdict.HOLDS for found in result.performance)
        yield _card("bounds that hold", str(held), f"of {len(result.performance)}")
    if result.flaky_tests:
        yield _card("flaky tests set aside", str(len(result.flaky_tests)), "", "warn")
    yield _card("rounds", str(result.iterations_required))


def _card(name: str, figure: str, unit: str = "", kind: str = "") -> Html:
    small = tag("small", f" {unit}") if unit else None
    return tag("div", tag("dt", name), tag("dd", figure, small), class_=f"card {kind}".strip())
