"""Mistakes that were found: tests and code side by side, with the ruling, how sure it is, and on what evidence."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from specwright.core.evidence.ruling import Ruling
from specwright.core.run.result import Result, RevisedTest, Revision
from specwright.delivery.record import Record
from specwright.delivery.report.html import Html, badge, code, folded, join, tag

_LONGEST_DIFF = 2000


def wrong_tests(result: Result) -> int:
    """Return how many tests were ruled wrong, and changed or dropped."""
    return sum(len(one.revised_test_cases) + len(one.revised_scenarios) for one in result.revisions)


def bugs(result: Result) -> list[Revision]:
    """Every revision of wrong code."""
    return [revision for revision in result.revisions if revision.revised_function and not revision.findings]


def caught(record: Record) -> Html | None:
    """Wrong tests and bugs, as prominent as each other."""
    result = record.result
    if not result.revisions and not result.flaky_tests:
        return None
    tests = [
        *(_wrong_test(revision, change) for revision in result.revisions for change in revision.revised_test_cases),
        *(
            tag(
                "li",
                f"round {revision.round}: {change.id} {change.before.name}. ",
                tag("span", change.reason, class_="soft"),
            )
            for revision in result.revisions
            for change in revision.revised_scenarios
        ),
    ]
    code_changes = [_bug(revision) for revision in bugs(result)]
    flaky = [tag("li", f"{test.id} gave ", join(*_either(test.answers))) for test in result.flaky_tests]
    return tag(
        "div",
        _column("Wrong tests caught", "warn", tests),
        _column("Bugs caught", "bad", code_changes),
        _column("Flaky tests set aside", "warn", flaky) if flaky else None,
        class_="caught",
    )


def _either(answers: tuple[str, ...]) -> Iterator[Html]:
    for number, answer in enumerate(answers):
        yield join(" and " if number else "", code(answer, 120))


def _column(title: str, kind: str, items: list[Html]) -> Html:
    body = tag("ul", *items) if items else tag("p", "none", class_="soft")
    return tag("div", tag("h3", f"{title} ", badge(str(len(items)), kind if items else "")), body)


def _wrong_test(revision: Revision, change: RevisedTest) -> Html:
    became = join("now expects ", code(change.after.expected, 120)) if change.after else "dropped"
    return tag(
        "li",
        f"round {revision.round}: {change.id} ",
        code(f"{change.before.call} → {change.before.expected}", 200),
        " ",
        became,
        ". ",
        tag("span", f"The test is wrong with probability {change.ruling.probability:.2f}.", class_="soft"),
    )


def _bug(revision: Revision) -> Html:
    sure = max((ruling.probability for ruling in revision.rulings), default=None)
    told = f" The code is wrong with probability {sure:.2f}." if sure is not None else ""
    kinds = f" ({', '.join(kind.value for kind in revision.failures)})" if revision.failures else ""
    how = " without a model" if revision.static else ""
    words = f"round {revision.round}: {revision.revised_from} became {revision.revised_function}{how}{kinds}. "
    return tag("li", words, tag("span", f"{revision.reasoning[:300].rstrip('.')}.{told}", class_="soft"))


def revisions(record: Record) -> Html | None:
    """Return each round's changes as differences, with the reasons."""
    result = record.result
    if not result.revisions:
        return None
    codes = {candidate.id: candidate.text for candidate in record.state.candidates}
    return join(*(_revision(revision, codes) for revision in result.revisions))


def _revision(revision: Revision, codes: dict[str, str]) -> Html:
    kind = "bug" if revision.revised_function else "test"
    before, after = codes.get(revision.revised_from or ""), codes.get(revision.revised_function or "")
    names = (revision.revised_from or "", revision.revised_function or "")
    return tag(
        "article",
        tag("h3", f"Round {revision.round}: ", "code" if kind == "bug" else "tests", " revised"),
        tag("p", revision.reasoning),
        tag("ul", *(tag("li", f"{one.path}:{one.line or 1}: {one.message}") for one in revision.findings))
        if revision.findings
        else None,
        *(_test_change(change) for change in revision.revised_test_cases),
        *(
            join(
                tag("p", f"{change.id} {change.before.name}: ", change.reason),
                _diff(change.before.text, change.after.text if change.after else "", (change.id, change.id)),
            )
            for change in revision.revised_scenarios
        ),
        _diff(before, after, names) if before is not None and after is not None else None,
        _rulings(revision.rulings),
        *(
            tag("p", tag("strong", f"refused to change {refusal.case_id}: ", class_="warn"), refusal.reason)
            for refusal in revision.refused
        ),
        class_=f"revision {kind}",
    )


def _test_change(change: RevisedTest) -> Html:
    before = f"{change.before.call}\n→ {change.before.expected}\n"
    after = f"{change.after.call}\n→ {change.after.expected}\n" if change.after else ""
    words = f"{change.id} {change.before.name} ({change.before.tier.in_words})"
    return join(tag("p", words, "" if change.after else ": dropped"), _diff(before, after, ("before", "after")))


def _rulings(rulings: tuple[Ruling, ...]) -> Html | None:
    if not rulings:
        return None
    items = [
        tag(
            "li",
            f"{ruling.candidate_id} on {ruling.case_id}: ",
            tag("strong", f"{ruling.blame.value} at fault, {ruling.probability:.2f}. "),
            ruling.evidence,
        )
        for ruling in rulings
    ]
    return folded(
        f"{len(rulings)} ruling{'s' if len(rulings) > 1 else ''} and the evidence",
        tag("ul", *items),
        open_=len(items) < 4,
    )


def _diff(before: str, after: str, names: tuple[str, str]) -> Html:
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), *names, lineterm=""))
    rows = [tag("span", line or " ", class_=_class_of(line)) for line in lines[:_LONGEST_DIFF]]
    rest = (
        tag("p", f"… and {len(lines) - _LONGEST_DIFF} more lines", class_="soft")
        if len(lines) > _LONGEST_DIFF
        else None
    )
    return join(tag("pre", *rows, class_="diff", tabindex=0), rest) if lines else join()


def _class_of(line: str) -> str | None:
    if line.startswith(("---", "+++", "@@")):
        return "place"
    return {"+": "plus", "-": "minus"}.get(line[:1])
