"""A review as Markdown, for the description of a pull request or a comment on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from specwright.core.evidence.audit import AuditStanding
from specwright.core.evidence.finding import Finding
from specwright.core.evidence.review import RequirementOfChange, Review, TriedBug
from specwright.core.text import counted, printable

_WORDS: Final = {
    AuditStanding.HOLDS: "Nothing found",
    AuditStanding.FAILS: "Changes needed",
    AuditStanding.NOT_CHECKED: "Not all of it was checked",
}
_MOST: Final = 30


def review_markdown(review: Review) -> str:
    """Return the summary. Texts of the repository stand in it as text: none of them is markup."""
    policy = f"policy {_text(review.audit.policy)} (`{review.audit.policy_sha256[:12]}`)"
    unchecked = review.audit.of(AuditStanding.NOT_CHECKED)
    lines = [
        f"## {_WORDS[review.standing]}",
        "",
        f"`{review.base[:12]}..{review.head[:12]}`: {counted(len(review.files), 'file')} changed, {policy}",
        "",
        *_tests(review),
        *_section("Bugs in changed lines that no test notices", map(_bug, review.unnoticed)),
        *_section("Violations of the policy", map(_violation, review.violations)),
        *_section("Changed lines that no test runs", _uncovered(review)),
        *_section("Requirements of what changed", map(_requirement, review.requirements)),
        *_section("Not checked", (f"{claim.kind.value}: {_text(claim.detail)}" for claim in unchecked)),
        *_section("Files", (f"{_place(each.path)} +{len(each.added)} -{each.removed}" for each in review.files)),
    ]
    return "\n".join(lines) + "\n"


def _tests(review: Review) -> Iterator[str]:
    tests = review.tests
    if tests.not_run:
        yield f"The tests were not run: {_text(tests.not_run)}."
    else:
        noticed = len(tests.bugs) - len(review.unnoticed)
        bugs = f"{counted(len(tests.bugs), 'bug')} put into changed lines, {noticed} noticed"
        yield f"{counted(tests.passed, 'test')} passed, {len(tests.failed)} failed. {bugs}."
    yield ""
    yield from _section("Failing tests", [_text(name) for name in tests.failed])


def _bug(bug: TriedBug) -> str:
    return f"{_place(bug.path, bug.line)}: `{_code(bug.old)}` becomes `{_code(bug.new)}`"


def _violation(found: Finding) -> str:
    return f"{_place(found.path, found.line)}: {_text(found.message)}"


def _requirement(one: RequirementOfChange) -> str:
    return f"{_text(one.id)}: {_text(one.text)} ({_text(', '.join(one.tests)) or 'no test'})"


def _uncovered(review: Review) -> Iterator[str]:
    for path, lines in review.tests.uncovered.items():
        yield f"{_place(path)}: {', '.join(map(str, lines))}"


def _section(title: str, found: Iterable[str]) -> Iterator[str]:
    items = list(found)
    if items:
        yield f"### {title}"
        yield ""
        yield from (f"- {item}" for item in items[:_MOST])
        if len(items) > _MOST:
            yield f"- and {len(items) - _MOST} more"
        yield ""


def _place(path: str, line: int | None = None) -> str:
    return f"`{_code(path)}{f':{line}' if line else ''}`"


def _code(text: str) -> str:
    return printable(" ".join(text.split())).replace("`", "'")


def _text(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|@!~])", r"\\\1", printable(" ".join(text.split())))
