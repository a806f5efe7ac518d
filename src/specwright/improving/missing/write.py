"""The tests that one source file lacks: searched for, written, run as written, and kept if they add something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from specwright.core.evidence.finding import Spot
from specwright.core.evidence.native import FileCoverage, NativeEnding, NativeReport
from specwright.core.existing.calls import CallPlan, CallStep, OriginOfTest, PlanOutcome, TestablePart
from specwright.core.existing.tests import BugCount, CoverageFigure, FileTests, KeptTest, SuspectedBug
from specwright.core.program.package import Package
from specwright.core.value import Value, canonical
from specwright.improving.missing.bugs import seen_by, spots_in, unnoticed
from specwright.improving.missing.choosing import Chosen, PlanChoice, noticing, reaching
from specwright.improving.missing.exploring import PLANS, Explorer, is_fair
from specwright.improving.missing.probes import Prober, TestingKit
from specwright.ports.probing import TestFile

_OTHERS: Final = 300
"""Calls beside those that reach something, which may notice bugs."""
_MOST_ALIKE: Final = 8
_REWRITES: Final = 4
_CLOCK: Final = "its outcome depends on the time of day or the date"
_CHANCE: Final = "its outcome is another one when it is run again"
_OPAQUE: Final = "nothing that it shows can be stated"
_NOTHING: Final = "it reaches nothing new and notices no further seeded bug"
_FAILS: Final = "it fails when the file is run as it is written"
_ORDER: Final = "it passes or fails by what runs before it"


class TestOptions(Value):
    """How long is searched."""

    __test__ = False

    inputs: int = PLANS
    """Calls that are tried of each file."""
    bugs: int = 24
    """Seeded bugs in each file that guide the search; as many others measure it."""
    seed: int = 0


@dataclass(frozen=True)
class TestedFile:
    """A source file, or the named part of it, whose tests are written."""

    path: str
    targets: tuple[TestablePart, ...]
    lines: range | None = None
    """None for the whole file."""


@dataclass(frozen=True)
class Baseline:
    """What the project's own tests reach."""

    report: NativeReport
    loaded: NativeReport
    """With a test beside them that loads all sources: what it reaches needs no call."""
    failing: tuple[str, ...] = ()
    unsure: frozenset[str] = frozenset()
    """Test files with a test that is skipped: seeded bugs are tried without them."""


@dataclass
class _Discarding:
    discarded: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)


class MissingTests:
    """The search for the tests of one subject."""

    def __init__(
        self,
        kit: TestingKit,
        package: Package,
        parts: Mapping[str, TestablePart],
        subject: TestedFile,
        *,
        baseline: Baseline,
        spots: Sequence[Spot],
        options: TestOptions,
    ) -> None:
        self._kit, self._package, self._parts, self._subject = kit, package, parts, subject
        self._baseline, self._options = baseline, options
        self._prober = Prober(kit, package, parts)
        both = spots_in(spots, subject.path, subject.lines, 2 * options.bugs, options.seed)
        self._guiding, self._others = both[::2], both[1::2]
        self._tally = _Discarding()
        file = covered_file(baseline.loaded, subject.path)
        places = kit.probing.places(package, file) if file else frozenset()
        lines = subject.lines
        self._wanted = frozenset(mark for mark in places if lines is None or mark[1] in lines)

    async def run(self) -> FileTests:
        """Search, write and measure. Raise SandboxUnavailable."""
        explorer = Explorer(
            self._prober,
            self._subject.targets,
            self._wanted,
            seed=self._options.seed,
        )
        await explorer.run(self._options.inputs)
        documented, suspected = await self._documented()
        wrong = {suspect.call for suspect in suspected}
        tried = [
            PlanChoice(each.plan, each.outcome)
            for each in explorer.tried
            if each.outcome.marks and self._shown(each.plan) not in wrong
        ]
        pool = await self._pool(documented, tried)
        before, missed = await unnoticed(self._kit, self._sure(self._package), self._guiding)
        others_before, _ = await unnoticed(self._kit, self._sure(self._package), self._others)
        seen = await seen_by(self._kit, self._package, self._parts, [each.plan for each in pool], missed)
        chosen = noticing(reaching(pool, self._wanted), pool, seen, frozenset(range(len(missed))))
        useful = [each for each in chosen if each.reaches or each.notices]
        self._tally.discarded[_NOTHING] += len(pool) - len(useful)
        useful, file, report = await self._written(useful)
        with_tests = self._sure(self._with(file))
        after, survivors = await unnoticed(self._kit, with_tests, self._guiding)
        others_after, _ = await unnoticed(self._kit, with_tests, self._others)
        return self._report(
            useful, file, report, suspected, bugs=(before, after, others_before, others_after), survivors=survivors,
            explorer=explorer,
        )  # fmt: skip

    # --- what is documented ------------------------------------------------------------------------------------------

    async def _documented(self) -> tuple[list[PlanChoice], list[SuspectedBug]]:
        """Return the stated results that hold, and those that do not."""
        titles = {part.name for part in self._subject.targets} | {part.owner for part in self._subject.targets}
        stated = [
            each
            for each in self._kit.probing.stated(self._package, self._subject.path, self._subject.targets)
            if self._subject.lines is None or each.line in self._subject.lines or each.plan.part in titles
        ]
        outcomes = await self._prober.outcomes([each.plan for each in stated], whole=True)
        held: list[PlanChoice] = []
        suspected: list[SuspectedBug] = []
        for each, outcome in zip(stated, outcomes, strict=True):
            verdict = self._kit.probing.agrees(each, outcome) if outcome is not None else None
            if outcome is None or verdict is None:
                self._tally.discarded["whether a documented result holds could not be told"] += 1
            elif verdict:
                held.append(PlanChoice(each.plan, outcome, OriginOfTest.DOCUMENTATION, each.source, each.wanted))
            else:
                suspected.append(
                    SuspectedBug(
                        call=self._shown(each.plan),
                        stated=f"{'raises ' if each.is_error else ''}{each.wanted}",
                        shown=shown_outcome(outcome),
                        source=each.source,
                        path=self._subject.path,
                        line=each.line,
                    )
                )
        return held, suspected

    def _shown(self, plan: CallPlan) -> str:
        return self._kit.probing.shown(self._package, self._parts, plan)

    # --- choosing ----------------------------------------------------------------------------------------------------

    async def _pool(self, documented: Sequence[PlanChoice], tried: Sequence[PlanChoice]) -> list[PlanChoice]:
        """Return choices that stay the same when they are asked again, with all that they show."""
        sound: dict[str, PlanChoice] = {}
        rejected: set[str] = set()
        for _ in range(3):
            left = [each for each in tried if _key(each.plan) not in rejected]
            picked = await self._simplified([each.choice for each in reaching(left, self._wanted)])
            fresh = [each for each in (*documented, *picked, *_diverse(left)) if _key(each.plan) not in sound]
            fresh = list(
                {_key(each.plan): each for each in reversed(fresh) if _key(each.plan) not in rejected}.values()
            )
            if not fresh:
                break
            good = await self._stable(fresh)
            rejected |= {_key(each.plan) for each in fresh} - set(good)
            sound |= good
            if all(_key(each.plan) in good for each in picked if each in fresh):
                break
        return sorted(sound.values(), key=lambda each: each.origin is not OriginOfTest.DOCUMENTATION)

    async def _simplified(self, picked: Sequence[PlanChoice]) -> list[PlanChoice]:
        """Return the choices without calls that they do not need for what they reach."""
        rows = [(at, plan) for at, each in enumerate(picked) for plan in _shorter_plans(each.plan)]
        outcomes = await self._prober.outcomes([plan for _, plan in rows])
        found = list(picked)
        for (at, plan), outcome in zip(rows, outcomes, strict=True):
            needed = picked[at].outcome.marks & self._wanted
            is_shorter = len(plan.steps) < len(found[at].plan.steps)
            if is_shorter and outcome is not None and is_fair(outcome) and needed <= outcome.marks:
                found[at] = PlanChoice(plan, outcome)
        return found

    async def _stable(self, choices: Sequence[PlanChoice]) -> dict[str, PlanChoice]:
        plans = [each.plan for each in choices]
        first = await self._prober.outcomes(plans, whole=True)
        again = await self._prober.outcomes(plans, stirred=True)
        later = await self._prober.outcomes(plans, later=True)
        found: dict[str, PlanChoice] = {}
        for choice, one, two, three in zip(choices, first, again, later, strict=True):
            if not _is_same(choice.outcome, one) or not _is_same(one, two):
                self._tally.discarded[_CHANCE] += 1
            elif not _is_same(one, three):
                self._tally.discarded[_CLOCK] += 1
            elif one is None or not is_fair(one) or not self._kit.probing.is_testable(one):
                self._tally.discarded[_OPAQUE] += 1
            else:
                kept = PlanChoice(choice.plan, one, choice.origin, choice.source, choice.stated)
                found[_key(choice.plan)] = kept
        return found

    # --- writing -----------------------------------------------------------------------------------------------------

    async def _written(self, useful: list[Chosen]) -> tuple[list[Chosen], TestFile | None, NativeReport]:
        """Return the tests that pass as they are written, again, and in another order, with the file of them."""
        for _ in range(_REWRITES):
            if not useful:
                break
            file = self._file(useful)
            report = await self._ran(file)
            again = await self._ran(file, stirred=True)
            turned = self._file(useful[::-1])
            other = await self._ran(turned)
            one, two = _passed(report), _passed(again)
            three = dict(zip(file.names, [name in _passed(other) for name in turned.names[::-1]], strict=True))
            details = {test.id: test.detail for each in (report, again, other) for test in each.tests if test.detail}
            kept: list[Chosen] = []
            for each, name in zip(useful, file.names, strict=True):
                if name in one and name in two and three[name]:
                    kept.append(each)
                else:
                    self._tally.notes.append(f"{self._shown(each.choice.plan)}: {_last_line(details.get(name, ''))}")
                    self._tally.discarded[_FAILS if name not in one else _ORDER if name in two else _CHANCE] += 1
            if len(kept) == len(useful):
                return useful, file, report
            useful = kept
        return [], None, self._baseline.report

    def _file(self, useful: Sequence[Chosen]) -> TestFile:
        tests = [each.choice.test() for each in useful]
        return self._kit.probing.written(self._package, self._subject.path, self._parts, tests)

    async def _ran(self, file: TestFile, *, stirred: bool = False) -> NativeReport:
        package = self._with(file)
        run = self._kit.packaging.test_run(package, self._kit.limits)
        run = self._kit.probing.stirred(run) if stirred else run
        return self._kit.packaging.read_tests(run, await self._kit.sandbox.run(run.job), package)

    def _with(self, file: TestFile | None) -> Package:
        if file is None:
            return self._package
        return self._package.model_copy(update={"tests": {**self._package.tests, file.path: file.text}})

    def _sure(self, package: Package) -> Package:
        """Return the package without the test files that cannot show whether they notice a bug."""
        kept = {path: text for path, text in package.tests.items() if path not in self._baseline.unsure}
        return package.model_copy(update={"tests": kept})

    # --- the report --------------------------------------------------------------------------------------------------

    def _report(
        self,
        useful: Sequence[Chosen],
        file: TestFile | None,
        report: NativeReport,
        suspected: Sequence[SuspectedBug],
        *,
        bugs: tuple[BugCount | None, BugCount | None, BugCount | None, BugCount | None],
        survivors: tuple[Spot, ...],
        explorer: Explorer,
    ) -> FileTests:
        before, after = figure(self._baseline.report, self._subject), figure(report, self._subject)
        if not self._package.tests:
            before = nothing_of(figure(self._baseline.loaded, self._subject))
            after = before if file is None else after
        covered = covered_file(report, self._subject.path) or covered_file(self._baseline.loaded, self._subject.path)
        unreached = [line for line, hits in covered.lines.items() if not hits] if covered else []
        return FileTests(
            path=self._subject.path,
            test_path=file.path if file else "",
            text=file.text if file else "",
            kept=tuple(
                KeptTest(
                    id=name,
                    origin=each.choice.origin,
                    call=self._shown(each.choice.plan),
                    reaches=each.reaches,
                    notices=each.notices,
                    source=each.choice.source,
                )
                for each, name in zip(useful, file.names if file else (), strict=True)
            ),
            discarded={why: count for why, count in sorted(self._tally.discarded.items()) if count},
            suspected=tuple(suspected),
            before=before,
            after=after,
            guiding_before=bugs[0],
            guiding_after=bugs[1],
            others_before=bugs[2],
            others_after=bugs[3],
            unreached=tuple(
                sorted(line for line in unreached if self._subject.lines is None or line in self._subject.lines)
            ),
            half=half_taken(covered, self._subject),
            survivors=survivors,
            tried=sum(explorer.endings.values()),
            notes=(*_notes(explorer), *self._tally.notes),
        )


def half_taken(file: FileCoverage | None, subject: TestedFile) -> tuple[int, ...]:
    """Return the lines of branches that were reached and of which one way was not taken."""
    ways = file.untaken if file else ()
    lines = {line for line, _ in ways if file and file.lines.get(line)}
    return tuple(sorted(line for line in lines if subject.lines is None or line in subject.lines))


def _notes(explorer: Explorer) -> list[str]:
    words = {
        "touched": "calls were left out because they write files, start programs or use the network",
        "unfinished": "calls did not end in time, or ran out of memory",
        "crashed": "calls ended their process",
    }
    return [f"{explorer.endings[key]} {text}" for key, text in words.items() if explorer.endings[key]]


def covered_file(report: NativeReport, path: str) -> FileCoverage | None:
    """Return the coverage of a source file."""
    files = report.coverage.files if report.coverage else ()
    return next((each for each in files if each.path == path), None)


def figure(report: NativeReport, subject: TestedFile) -> CoverageFigure | None:
    """Return how much of the subject the tests reach; None if it was not measured."""
    file = covered_file(report, subject.path)
    if file is None:
        return None
    lines = {line: hits for line, hits in file.lines.items() if subject.lines is None or line in subject.lines}
    whole = subject.lines is None
    return CoverageFigure(
        lines=sum(hits > 0 for hits in lines.values()),
        all_lines=len(lines),
        branches=file.branches_taken if whole else None,
        all_branches=file.branches if whole else None,
    )


def nothing_of(whole: CoverageFigure | None) -> CoverageFigure | None:
    """Return the same with nothing reached."""
    none = None if whole is None or whole.branches is None else 0
    return whole and whole.model_copy(update={"lines": 0, "branches": none})


def shown_outcome(outcome: PlanOutcome) -> str:
    """Return what a call did in a few words."""
    told = outcome.told or {}
    if outcome.ending == "raised":
        error = told.get("error", {})
        return f"raises {error.get('name', outcome.error)}: {error.get('message', '')}".rstrip(": ")[:300]
    if outcome.ending != "returned":
        return outcome.ending
    printed = f"prints {told['printed']!r}" if told.get("printed") else ""
    return (f"returns {told['text']}" if told.get("text") else printed or "returns nothing")[:300]


def _passed(report: NativeReport) -> set[str]:
    if report.hijacked is not None or report.compile_errors:
        return set()
    return {test.id for test in report.tests if test.ending is NativeEnding.PASSED}


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")[:200]


def _is_same(one: PlanOutcome | None, two: PlanOutcome | None) -> bool:
    return one is not None and two is not None and (one.ending, one.digest) == (two.ending, two.digest)


def _key(plan: CallPlan) -> str:
    return canonical(plan.model_dump(mode="json"))


def _shorter_plans(plan: CallPlan) -> list[CallPlan]:
    """Return the plan without the calls before the last whose results nothing needs: all of them, or one."""
    used = {each.made for step in plan.steps for each in step.given} | {step.receiver for step in plan.steps}
    spare = [at for at in range(len(plan.steps) - 1) if at not in used]
    options = [spare, *([at] for at in spare if len(spare) > 1)] if spare else []
    return [plan.model_copy(update={"steps": _without(plan.steps, set(option))}) for option in options]


def _without(steps: Sequence[CallStep], gone: set[int]) -> tuple[CallStep, ...]:
    places = {old: new for new, old in enumerate(at for at in range(len(steps)) if at not in gone)}
    return tuple(
        step.model_copy(
            update={
                "receiver": None if step.receiver is None else places[step.receiver],
                "given": tuple(
                    each if each.made is None else each.model_copy(update={"made": places[each.made]})
                    for each in step.given
                ),
            }
        )
        for at, step in enumerate(steps)
        if at not in gone
    )


def _diverse(tried: Sequence[PlanChoice]) -> list[PlanChoice]:
    """Return short calls of every part, few with the same outcome: they may notice what others do not."""
    by_part: dict[str, list[PlanChoice]] = {}
    alike: Counter[tuple[str, str]] = Counter()
    for each in sorted(tried, key=lambda each: each.cost):
        alike[each.plan.part, each.outcome.digest] += 1
        if alike[each.plan.part, each.outcome.digest] <= _MOST_ALIKE:
            by_part.setdefault(each.plan.part, []).append(each)
    share = max(4, _OTHERS // max(1, len(by_part)))
    return [each for found in by_part.values() for each in found[:share]]
