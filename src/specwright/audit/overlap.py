"""The claim that no source shares a long passage with a corpus of code.

Passages are found by fingerprints (winnowing), and measured letter by letter, twice: as they are, without case, blanks
and signs; and by their shape, in which every name, number and text is the same, so that renaming hides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Final, NamedTuple, Protocol

from specwright.audit.subject import AuditSubject
from specwright.core.evidence.audit import AuditClaim, AuditKind, ExcusedFinding, decided, not_checked
from specwright.core.evidence.finding import Finding, Severity
from specwright.core.text import counted
from specwright.languages.registry import ROWS

NO_CORPUS: Final = "no corpus was given: specwright corpus add DIR, then --corpus"
NO_LIBRARY: Final = "scanoss-winnowing is not installed: pip install 'specwright[audit]'"
_GRAM: Final = 30
"""Characters of which passages are put together; the fingerprints' own."""
_LEAST_FILE: Final = 300
"""The library leaves out shorter files; blanks at their end do not count."""
_PLACES: Final = 64
"""Places of a phrase in one file of the corpus that are tried."""
_CANDIDATES: Final = 200
"""Files of the corpus that are compared with a source at most."""
_SHAPE_FACTOR: Final = 2
"""Shapes are alike more often than texts: so many times as long must a passage be that only its shape shares."""
_TOKEN: Final = re.compile(
    r"""(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`\n]*`)|(?P<word>[^\W\d]\w*)|(?P<number>\d[\w.]*)|(?P<sign>[^\s\w])"""
)
_KEYWORDS: Final = frozenset(word for row in ROWS.values() for word in row.keywords.split())
_SIGNS: Final = {
    sign: f"q{chr(97 + at % 26)}{chr(97 + at // 26)}" for at, sign in enumerate("+-*/%=<>!&|^~?:;,.()[]{}@#$\\")
}


class Forms(NamedTuple):
    """A source in the two forms that are compared. Both have its lines."""

    plain: str
    shape: str


class CorpusFile(NamedTuple):
    path: str
    licence: str
    forms: Forms


class Nearest(NamedTuple):
    files: list[CorpusFile]
    is_whole: bool
    """Whether no fingerprint is left that only other files have."""


class Corpus(Protocol):
    """An index of code."""

    @property
    def name(self) -> str:
        """Return what it is, with its digest, for the report."""

    def nearest(self, prints: frozenset[int], most: int) -> Nearest:
        """Return the files that together have all of these fingerprints that the corpus has, as far as `most` allow."""


class Passage(NamedTuple):
    length: int
    line: int
    last: int
    their_line: int
    their_last: int


def forms_of(text: str, language: str) -> Forms:
    """Return a source in both forms, without its comments."""
    row = ROWS[language]
    plain = re.sub(rf"({row.strings})|{row.comments}", _without_comment, text)
    return Forms(plain, "\n".join(_shape(line) for line in plain.split("\n")))


def _without_comment(found: re.Match[str]) -> str:
    return found[1] or "\n" * found[0].count("\n")


def _shape(line: str) -> str:
    return " ".join(_of_token(found) for found in _TOKEN.finditer(line))


def _of_token(found: re.Match[str]) -> str:
    if found["word"]:
        return found["word"].lower() if found["word"] in _KEYWORDS else "v"
    if found["sign"]:
        return _SIGNS.get(found["sign"], "q")
    return "t" if found["text"] else "n"


def fingerprints(forms: Forms) -> frozenset[int]:
    """Return the fingerprints of both forms. Raise ModuleNotFoundError if scanoss-winnowing is not installed."""
    return _prints(forms.plain) | frozenset(-each - 1 for each in _prints(forms.shape))


def _prints(text: str) -> frozenset[int]:
    content = text.encode("utf-8", "replace")
    padded = content + b" " * max(0, _LEAST_FILE - len(content))
    listed = _winnowing().wfp_for_contents("source.py", False, padded)
    return frozenset(
        int(mark, 16)
        for line in listed.splitlines()
        if re.match(r"\d+=", line)
        for mark in line.partition("=")[2].split(",")
    )


@cache
def _winnowing() -> Any:
    from scanoss_winnowing.winnowing import Winnowing  # noqa: PLC0415 - an extra

    return Winnowing(size_limit=False, all_extensions=True)


class _Letters(NamedTuple):
    """The letters and digits of a text, and the line of each."""

    text: str
    lines: list[int]

    @classmethod
    def of(cls, text: str) -> _Letters:
        letters: list[str] = []
        lines: list[int] = []
        for number, line in enumerate(text.lower().split("\n"), 1):
            kept = re.sub(r"[^a-z0-9]", "", line)
            letters.append(kept)
            lines += [number] * len(kept)
        return cls("".join(letters), lines)


def passages(ours: str, theirs: str, least: int) -> list[Passage]:
    """Return the passages of at least so many letters and digits that both texts have."""
    mine, other = _Letters.of(ours), _Letters.of(theirs)
    places: dict[str, list[int]] = {}
    for at in range(len(other.text) - _GRAM + 1):
        places.setdefault(other.text[at : at + _GRAM], []).append(at)
    found, at = [], 0
    while at + _GRAM <= len(mine.text):
        best = max(
            (_run(mine.text, other.text, at, start) for start in places.get(mine.text[at : at + _GRAM], ())[:_PLACES]),
            default=(0, 0),
        )
        length, start = best
        if length >= least:
            lines = (mine.lines[at], mine.lines[at + length - 1], other.lines[start], other.lines[start + length - 1])
            found.append(Passage(length, *lines))
        at += max(1, length if length >= least else 1)
    return found


def _run(mine: str, other: str, at: int, start: int) -> tuple[int, int]:
    length, longest, step = 0, min(len(mine) - at, len(other) - start), 256
    while length < longest and mine[at + length : at + length + step] == other[start + length : start + length + step]:
        length = min(longest, length + step)
    while length < longest and mine[at + length] == other[start + length]:
        length += 1
    return length, start


def overlap(subject: AuditSubject, corpus: Corpus | None) -> AuditClaim:
    """Compare every source with the corpus."""
    if corpus is None:
        return not_checked(AuditKind.OVERLAP, NO_CORPUS)
    found: list[tuple[Finding, str]] = []
    open_points: list[str] = []
    try:
        for path in subject.folder.languages:
            open_points += _compare(subject, path, corpus, found)
    except ModuleNotFoundError:
        return not_checked(AuditKind.OVERLAP, NO_LIBRARY)
    findings = [finding for finding, reason in found if not reason]
    excused = [ExcusedFinding(finding=finding, reason=reason) for finding, reason in found if reason]
    detail = (
        f"{counted(len(subject.folder.languages), 'source')} compared with {corpus.name}: nothing is said of other code"
    )
    open_points += [*subject.syntax.open_points(), *subject.unread_points()]
    return decided(AuditKind.OVERLAP, findings, detail, unknown=open_points, excused=excused)


def _compare(subject: AuditSubject, path: str, corpus: Corpus, found: list[tuple[Finding, str]]) -> list[str]:
    """Add each copied passage of a source, with the reason if the policy allows it. Return what remains open."""
    forms = forms_of(subject.folder.texts[path], subject.folder.languages[path])
    nearest = corpus.nearest(fingerprints(forms), _CANDIDATES)
    found += _of_source(subject, path, forms, nearest.files)
    return [] if nearest.is_whole else [f"{path} shares phrases with more files of the corpus than are compared"]


def _of_source(
    subject: AuditSubject, path: str, forms: Forms, files: list[CorpusFile]
) -> Iterator[tuple[Finding, str]]:
    """Yield each copied passage of a source."""
    least = subject.policy.overlap.characters
    copied: set[int] = set()
    for file in files:
        plain = [(one, "") for one in passages(forms.plain, file.forms.plain, least)]
        shaped = [
            (one, " but for names and texts") for one in passages(forms.shape, file.forms.shape, _SHAPE_FACTOR * least)
        ]
        for one, but in (*plain, *shaped):
            if copied >= set(range(one.line, one.last + 1)):
                continue
            copied |= set(range(one.line, one.last + 1))
            licence = file.licence or "unknown licence"
            message = (
                f"lines {one.line} to {one.last} ({one.length} characters) are those of {file.path}, lines "
                f"{one.their_line} to {one.their_last}{but}; {licence}"
            )
            made = Finding(
                tool="audit", code="overlap", severity=Severity.ERROR, message=message, path=path, line=one.line
            )
            yield made, _reason(subject, path, file.licence)


def _reason(subject: AuditSubject, path: str, licence: str) -> str:
    policy = subject.policy.overlap
    if licence and licence in policy.licences:
        return f"the policy allows copies under {licence}"
    fitting = (one.reason for one in policy.allow if fnmatchcase(path, one.path) and one.is_in_force(subject.today))
    return next(fitting, "")


def licence_of_file(text: str, texts: Mapping[str, str]) -> str:
    """Return the licence that a file's head states, else that of the nearest licence text of its folders."""
    stated = re.search(r"SPDX-License-Identifier:\s*([\w.+-]+)", text[:1_500])
    return stated[1] if stated else next(iter(texts.values()), "")
