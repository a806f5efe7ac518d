"""Tests that a model writes for what the search did not reach or notice: run, and kept one by one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from specwright.core.evidence.finding import Spot
from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.existing.calls import OriginOfTest
from specwright.core.existing.tests import FileTests, KeptTest, SuspectedBug
from specwright.core.program.package import Package
from specwright.improving.missing.bugs import noticed_by, unnoticed
from specwright.improving.missing.probes import TestingKit
from specwright.improving.missing.write import Baseline, TestedFile, covered_file, figure, half_taken, nothing_of

_MARK: Final = "characterisation: what the code does today"
_CLAIM: Final = re.compile(r"documented:\s*[\"'](.+)[\"']\s*$")
_ASSERTS: Final = re.compile(r"\bassert|\braises\(|\bexpect\(|\bt\.(?:Error|Fatal|Fail)")
_MOST_BUGS: Final = 8
_MOST_STYLE: Final = 40


@dataclass
class _Judged:
    """The tests of one file, as far as they were judged."""

    text: str
    spans: dict[str, tuple[int, int]]
    claims: dict[str, str] = field(default_factory=dict)
    """The words of the code's documentation that a test cites."""
    discarded: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def numbered(code: str, unreached: Sequence[int], half: Sequence[int]) -> str:
    """Return the code with line numbers, and signs before lines that no test reaches and branches half taken."""
    signs = dict.fromkeys(half, "?") | dict.fromkeys(unreached, ">")
    rows = enumerate(code.splitlines(), 1)
    return "\n".join(f"{signs.get(number, ' ')}{number:5} {line}" for number, line in rows)


def unnoticed_in_words(code: str, survivors: Sequence[Spot]) -> str:
    """Return the seeded bugs that no test notices, for the writer of tests."""
    if not survivors:
        return "All seeded bugs are noticed."
    rows = [f"- line {spot.line}: `{spot.old}` becomes `{spot.new}`" for spot in survivors[:_MOST_BUGS]]
    return "\n".join(["No test fails when one of these is changed:", *rows])


def style_in_words(package: Package) -> str:
    """Return the beginning of one of the project's tests."""
    if not package.tests:
        return "The project has no tests yet."
    path = min(package.tests, key=lambda path: (not re.search(r"test", path.rsplit("/", 1)[-1]), path))
    head = "\n".join(package.tests[path].splitlines()[:_MOST_STYLE])
    return f"How the project writes tests ({path}):\n{head}"


class ModelTests:
    """Judges a test file that a model wrote for one source file."""

    def __init__(
        self, kit: TestingKit, package: Package, subject: TestedFile, baseline: Baseline, survivors: Sequence[Spot]
    ) -> None:
        """Take the package with all tests that are kept so far, and what they reach."""
        self._kit, self._package, self._subject = kit, package, subject
        self._baseline, self._survivors = baseline, tuple(survivors)
        self._path = kit.probing.new_path(package, subject.path)

    async def judged(self, text: str) -> tuple[FileTests, tuple[str, ...]]:
        """Return the tests that are kept, and what failed. Raise SandboxUnavailable."""
        sign = "#" if self._path.endswith(".py") else "//"
        judged = _Judged(text, self._kit.probing.spans(text))
        self._read_claims(judged)
        silent = [name for name, span in judged.spans.items() if not _ASSERTS.search(_lines(text, span))]
        self._leave_out(judged, silent, "it asserts nothing")
        suspected = await self._without_failing(judged)
        chosen = await self._useful(judged)
        judged.text = self._marked(judged, sign)
        package = self._with(judged.text) if chosen else self._package
        report = await self._ran(package)
        before = figure(self._baseline.report, self._subject) or nothing_of(figure(report, self._subject))
        _, survivors = await unnoticed(self._kit, package, self._survivors) if self._survivors else (None, ())
        covered = covered_file(report, self._subject.path)
        found = FileTests(
            path=self._subject.path,
            test_path=self._path if chosen else "",
            text=judged.text if chosen else "",
            kept=tuple(chosen),
            discarded=dict(judged.discarded),
            suspected=tuple(suspected),
            before=before,
            after=figure(report, self._subject),
            unreached=tuple(sorted(line for line, hits in covered.lines.items() if not hits)) if covered else (),
            half=half_taken(covered, self._subject),
            survivors=survivors,
        )
        return found, tuple(judged.failures)

    def _read_claims(self, judged: _Judged) -> None:
        documented = " ".join(self._package.sources[self._subject.path].split())
        for name, span in judged.spans.items():
            for line in _lines(judged.text, span).splitlines():
                claim = _CLAIM.search(line)
                if claim and " ".join(claim[1].split()) in documented:
                    judged.claims[name] = claim[1]

    async def _without_failing(self, judged: _Judged) -> list[SuspectedBug]:
        """Leave out the tests that fail, in one of two runs; those that cite the documentation are suspected bugs."""
        suspected: list[SuspectedBug] = []
        for stirred in (False, True):
            if not judged.spans:
                break
            report = await self._ran(self._with(judged.text), stirred=stirred)
            endings = {self._name_of(test.id): test for test in report.tests if self._is_own(test.id)}
            if report.compile_errors or report.hijacked:
                why = report.hijacked or report.compile_errors[0].message
                judged.failures.append(why)
                self._leave_out(judged, list(judged.spans), "the file cannot be run")
                break
            for name in list(judged.spans):
                test = endings.get(name)
                if test is not None and test.ending is NativeEnding.PASSED:
                    continue
                detail = _last_line(test.detail) if test else "it did not run"
                judged.failures.append(f"{name}: {detail}")
                if name in judged.claims and test is not None and not stirred:
                    suspected.append(
                        SuspectedBug(
                            call=name, stated=judged.claims[name], shown=detail, source="its documentation",
                            path=self._subject.path, line=self._line_of(judged.claims[name]),
                        )
                    )  # fmt: skip
                    self._leave_out(judged, [name], "it fails, and cites the documentation: a suspected bug")
                else:
                    self._leave_out(judged, [name], "it fails when it is run")
        return suspected

    async def _useful(self, judged: _Judged) -> list[KeptTest]:
        """Leave out the tests that reach and notice nothing new, tried one by one."""
        reached = self._reached(self._baseline.report)
        gains: dict[str, int] = {}
        for name in judged.spans:
            others = [other for other in judged.spans if other != name]
            alone = self._without(judged, others)
            now = self._reached(await self._ran(self._with(alone)))
            gains[name] = len(now - reached)
            reached |= now
        notices = Counter[str]()
        if self._survivors and judged.spans:
            noticing = await noticed_by(self._kit, self._with(judged.text), self._survivors)
            notices.update(self._name_of(id_) for ids in noticing for id_ in ids[:1] if self._is_own(id_))
        useless = [name for name in judged.spans if not gains[name] and not notices[name]]
        self._leave_out(judged, useless, "it reaches nothing new and notices no further seeded bug")
        return [
            KeptTest(
                id=f"{self._path}::{name}",
                origin=OriginOfTest.DOCUMENTATION if name in judged.claims else OriginOfTest.CHARACTERISATION,
                call=name,
                reaches=gains[name],
                notices=notices[name],
                source=judged.claims.get(name, ""),
            )
            for name in judged.spans
        ]

    def _reached(self, report: NativeReport) -> set[tuple[int, int]]:
        """Return the lines that were reached, and the ways out of branches that were taken."""
        file = covered_file(report, self._subject.path)
        whole = covered_file(self._baseline.loaded, self._subject.path)
        if file is None or whole is None:
            return set()
        lines = self._subject.lines
        found = {(line, -1) for line, hits in file.lines.items() if hits}
        found |= {way for way in set(whole.untaken) - set(file.untaken) if (way[0], -1) in found}
        return {place for place in found if lines is None or place[0] in lines}

    def _marked(self, judged: _Judged, sign: str) -> str:
        """Return the text in which every test says where its expected value is from."""
        lines = judged.text.splitlines()
        for name, (first, last) in sorted(judged.spans.items(), key=lambda row: -row[1][0]):
            own = [
                line
                for line in lines[first - 1 : last]
                if not re.match(rf"\s*{sign}\s*(?:documented|characterisation)", line)
            ]
            indent = re.match(r"\s*", own[0])
            claim = judged.claims.get(name)
            mark = f'from the documentation: "{claim}"' if claim else _MARK
            lines[first - 1 : last] = [f"{indent[0] if indent else ''}{sign} {mark}", *own]
        return "\n".join(lines) + "\n"

    def _leave_out(self, judged: _Judged, names: Sequence[str], why: str) -> None:
        judged.discarded[why] += len(names)
        judged.discarded += Counter()  # without those that are zero
        if names:
            judged.text = self._without(judged, names)
            judged.spans = self._kit.probing.spans(judged.text)

    def _without(self, judged: _Judged, names: Sequence[str]) -> str:
        gone = {line for name in names for line in range(judged.spans[name][0], judged.spans[name][1] + 1)}
        rows = enumerate(judged.text.splitlines(keepends=True), 1)
        return re.sub(r"\n{4,}", "\n\n\n", "".join(line for number, line in rows if number not in gone))

    def _with(self, text: str) -> Package:
        return self._package.model_copy(update={"tests": {**self._package.tests, self._path: text}})

    async def _ran(self, package: Package, *, stirred: bool = False) -> NativeReport:
        run = self._kit.packaging.test_run(package, self._kit.limits)
        run = self._kit.probing.stirred(run) if stirred else run
        return self._kit.packaging.read_tests(run, await self._kit.sandbox.run(run.job), package)

    def _is_own(self, id_: str) -> bool:
        place = self._path.rpartition("/")[0] or "."
        return id_.startswith((f"{self._path}::", f"{place}::"))

    def _name_of(self, id_: str) -> str:
        return id_.split("::", 1)[-1].rsplit(" > ", 1)[-1].split("[", 1)[0]

    def _line_of(self, words: str) -> int:
        rows = enumerate(self._package.sources[self._subject.path].splitlines(), 1)
        return next((number for number, line in rows if words[:40] in line), 1)


def _lines(text: str, span: tuple[int, int]) -> str:
    return "\n".join(text.splitlines()[span[0] - 1 : span[1]])


def _last_line(text: str) -> str:
    """Return what a failure says in a line: the assertion, as pytest shows it, or the last words."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (next((line for line in lines if line.startswith("E ")), "") or (lines or ["it failed"])[-1])[:200]
