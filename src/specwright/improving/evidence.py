"""All that is found out about a new version of existing code: its behaviour beside the old one, tests, figures.

Each part is an effect of the run, so that it is recorded, recalled when the run goes on, and repeated by a replay.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from specwright.core.errors import UserError
from specwright.core.evidence.finding import Check, CheckKind
from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.comparison import ComparedFunction, Likeness
from specwright.core.existing.outcome import ChangeEvidence, FigureChange, SeededBugs, TestsCompared
from specwright.core.existing.request import ChangeRequest, ChangeVerb
from specwright.core.program.package import Package
from specwright.core.run.events import BehaviourCompared, Inspected, Raced
from specwright.core.value import digest
from specwright.improving.observer import Equipment
from specwright.improving.project import changed, code_of
from specwright.improving.race import race
from specwright.improving.same import SameOptions, compared
from specwright.pipeline.context import RunContext
from specwright.pipeline.finishing.gate import inspect
from specwright.pipeline.running.matrix import call_limits
from specwright.pipeline.running.try_out import run_native
from specwright.quality.mutants import mutants

OLD: Final = "old"
_MOST_FUNCTIONS: Final = 24
_BUG_INPUTS: Final = 500
_COMPILED_BUGS: Final = 3
_FIGURES: Final = (CheckKind.LINT, CheckKind.TYPES, CheckKind.COMPLEXITY, CheckKind.DUPLICATION)
_MOST_FILES: Final = 40
_NO_TESTS: Final = "the project has no tests"


@dataclass(frozen=True)
class Target:
    """A function in both versions."""

    path: str
    name: str


class EvidenceOfChange:
    """Gathers the evidence of one run."""

    def __init__(self, context: RunContext, request: ChangeRequest) -> None:
        self._context, self._request = context, request
        self._row = context.toolchain.facts
        self._baseline: NativeReport | None = None
        self._checks: dict[str, tuple[Check, ...]] = {}

    # --- the project's own tests --------------------------------------------------------------------------------------

    async def baseline(self) -> NativeReport | None:
        """Return what the project's tests say of the old version; None if they cannot be run."""
        if self._baseline is None:
            self._baseline = await self.tested(self._request.package, OLD)
        return self._baseline

    async def tested(self, package: Package, name: str, again: int = 0) -> NativeReport | None:
        """Return what the project's tests say of a version; None if they cannot be run. Raise SandboxUnavailable."""
        if self._context.packaging is None or not package.tests:
            return None
        key = digest(["existing tests", package.model_dump(mode="json"), again])
        return await run_native(self._context, package, key, again, name)

    async def tests_compared(self, change: ProjectChange, name: str) -> TestsCompared:
        """Return what the tests say of the new version beside the old one. Raise SandboxUnavailable."""
        after = changed(self._request.package, change, self._row)
        before = await self.baseline()
        told = await self.tested(after, name)
        found = compare_tests(before, told, after, has_runner=self._context.packaging is not None)
        if found.broken:  # a test that fails at times breaks nothing
            again = await self.tested(after, name, 1)
            still = set(compare_tests(before, again, after, has_runner=True).broken)
            found = found.model_copy(update={"broken": tuple(each for each in found.broken if each in still)})
        return found

    async def passing_without(self, change: ProjectChange) -> tuple[str, ...] | None:
        """Return the new tests of a change that pass without its code too; None if no test can be run."""
        tests = tuple(each for each in change.files if each.before is None and self._is_test(each.path))
        if not tests:
            return ()
        report = await self.tested(changed(self._request.package, ProjectChange(files=tests), self._row), OLD)
        before = await self.baseline()
        if report is None:
            return None
        known = {test.id for test in before.tests} if before else set()
        passed = (test.id for test in report.tests if test.ending is NativeEnding.PASSED)
        return tuple(name for name in passed if name not in known)

    def _is_test(self, path: str) -> bool:
        return path.endswith(self._row.extensions) and re.search(self._row.test_files, path) is not None

    # --- behaviour ----------------------------------------------------------------------------------------------------

    def targets(self, change: ProjectChange) -> tuple[tuple[Target, ...], tuple[str, ...], dict[str, str]]:
        """Return the functions to compare, those that the new version lacks, and those that cannot be compared."""
        found: list[Target] = []
        missing: list[str] = []
        skipped: dict[str, str] = {}
        scope = self._request.scope
        for each in change.files:
            if (
                each.before is None
                or each.path in self._request.package.tests
                or not each.path.endswith(self._row.extensions)
            ):
                continue
            try:
                before, after = (self._functions(text or "", each.path) for text in (each.before, each.after))
            except UserError as error:
                skipped[each.path] = error.message
                continue
            if scope.item and each.path == scope.path:
                before = tuple(name for name in before if scope.item in (name, name.partition(".")[0])) or before
            shown = [name for name in before if not name.split(".")[-1].startswith("_")] or list(before)
            missing += [name for name in shown if name not in after]
            found += [Target(each.path, name) for name in shown if name in after]
            if not before:
                skipped[each.path] = "it has no function that can be called by itself"
        for target in found[_MOST_FUNCTIONS:]:
            skipped[target.name] = f"only {_MOST_FUNCTIONS} functions are compared"
        return tuple(found[:_MOST_FUNCTIONS]), tuple(dict.fromkeys(missing)), skipped

    async def behaviour(self, change: ProjectChange, name: str) -> BehaviourCompared:
        """Return what was seen of both versions side by side. Raise SandboxUnavailable."""
        targets, missing, skipped = self.targets(change)
        request = self._request
        key = digest(
            [
                *("behaviour", change.model_dump(mode="json"), [(each.path, each.name) for each in targets]),
                *(request.inputs, request.seed, request.tolerance, request.bugs),
                [each.model_dump(mode="json") for each in request.recorded],
            ]
        )

        async def perform() -> BehaviourCompared:
            told: list[ComparedFunction] = []
            left_out = dict(skipped)
            for target in targets:
                try:
                    told.append(await self._compared(target, change))
                except UserError as error:
                    left_out[target.name] = error.message
            seeded = await self._seeded(targets, told, change) if request.bugs else None
            return BehaviourCompared(
                key=key, id=name, comparisons=tuple(told), skipped=left_out, missing=missing, seeded=seeded
            )

        return await self._context.log.effect(BehaviourCompared, key, perform)

    def _functions(self, text: str, path: str) -> tuple[str, ...]:
        """Return the functions of a file, and the methods of its classes."""
        observing = self._equipment({}, path).observing
        found = re.findall(r"^class\s+(\w+)", text, re.MULTILINE) if self._row.name == "python" else []
        methods = (name for each in found if not each.startswith("_") for name in observing.members(text, each))
        return (*observing.functions(text), *methods)

    def _equipment(self, texts: Mapping[str, str], path: str) -> Equipment:
        assert self._context.observe is not None
        observing = self._context.observe(texts, path)
        return Equipment(self._context.sandbox, self._context.toolchain, observing)

    async def _compared(
        self, target: Target, change: ProjectChange, *, code: str | None = None, inputs: int | None = None
    ) -> ComparedFunction:
        """Compare one function; `code` is another new text of its file."""
        request = self._request
        old = code_of(request.package, self._row)
        new = code_of(changed(request.package, change, self._row), self._row)
        recorded = next((each for each in request.recorded if each.function == target.name), None)
        counts = request.verb is ChangeVerb.FIX and code is None
        options = SameOptions(
            inputs=inputs or request.inputs, seed=request.seed, tolerance=request.tolerance, counts_all=counts
        )
        calls = tuple(zip(recorded.calls, recorded.results, strict=False)) if recorded else ()
        return await compared(
            self._equipment(old, target.path),
            (old[target.path], target.name),
            (new[target.path] if code is None else code, target.name),
            options,
            beside=self._equipment(new, target.path),
            recorded=calls,
        )

    async def _seeded(
        self, targets: Sequence[Target], told: Sequence[ComparedFunction], change: ProjectChange
    ) -> SeededBugs | None:
        """Put bugs into the new version, and see which of them the same comparison notices."""
        alike = {found.new for found in told if found.likeness is Likeness.NO_DIFFERENCE}
        new = code_of(changed(self._request.package, change, self._row), self._row)
        quick = self._row.program in ("python3", "node")
        count = self._request.bugs if quick else min(self._request.bugs, _COMPILED_BUGS)
        bugs: list[tuple[Target, str, str]] = []
        for target in targets:
            if target.name in alike:
                bugs += [(target, text, what) for text, what in self._bugs(new[target.path], target, 2 * count)]
        made = 0
        missed = []
        for target, text, what in _spread(bugs, count):
            if made == count:
                break
            found = await self._compared(target, change, code=text, inputs=_BUG_INPUTS)
            if not found.tried and found.likeness is Likeness.UNDECIDED:
                continue  # it does not compile
            made += 1
            if found.likeness is not Likeness.DIFFERENT:
                missed.append(what)
        return SeededBugs(made=made, noticed=made - len(missed), missed=tuple(missed)) if made else None

    def _bugs(self, code: str, target: Target, count: int) -> list[tuple[str, str]]:
        """Return versions of the file with one small change in that function each, and the change in words."""
        region = self._equipment({}, target.path).observing.region(code, target.name)
        if region is None:
            return []
        lines = code.splitlines(keepends=True)
        own = "".join(lines[region[0] - 1 : region[1]])
        made = []
        for text in mutants(own, self._row.name, count, self._request.seed):
            whole = "".join([*lines[: region[0] - 1], text, *lines[region[1] :]])
            made.append((whole, _changed_line(code, whole)))
        return made

    # --- speed --------------------------------------------------------------------------------------------------------

    async def raced(self, change: ProjectChange, name: str, compared_: Sequence[ComparedFunction]) -> tuple[Raced, ...]:
        """Return how each compared function that no difference was found in did beside the old version."""
        old = code_of(self._request.package, self._row)
        new = code_of(changed(self._request.package, change, self._row), self._row)
        targets = {target.name: target for target in self.targets(change)[0]}
        for_memory = "memory" in self._context.task.problem.lower() and "fast" not in self._context.task.problem.lower()
        told = []
        for found in compared_:
            target = targets.get(found.new)
            if target is None or found.likeness is not Likeness.NO_DIFFERENCE or not found.types:
                continue
            told.append(await self._raced(target, found, old, new, name, for_memory=for_memory))
        return tuple(told)

    async def _raced(
        self,
        target: Target,
        found: ComparedFunction,
        old: Mapping[str, str],
        new: Mapping[str, str],
        name: str,
        *,
        for_memory: bool,
    ) -> Raced:
        async def perform() -> Raced:
            effect, words = await race(
                self._equipment(old, target.path),
                self._equipment(new, target.path),
                (old[target.path], target.name),
                (new[target.path], target.name),
                found,
                call_limits(self._context),
                for_memory=for_memory,
            )
            return Raced(key=key, candidate_id=name, optimization=effect, discarded="" if effect else words)

        key = digest(["race", dict(old), dict(new), target.path, target.name, for_memory])
        return await self._context.log.effect(Raced, key, perform)

    # --- figures ------------------------------------------------------------------------------------------------------

    async def figures(self, change: ProjectChange) -> tuple[FigureChange, ...]:
        """Return complexity, duplication, lint and types of the changed files before and after."""
        paths = {each.path for each in change.files if each.before is not None and each.after is not None}
        if not self._request.figures:
            return ()
        after = changed(self._request.package, change, self._row)
        old, new = await self._checked(self._request.package, paths), await self._checked(after, paths)
        return figure_changes(old, new, paths)

    async def _checked(self, package: Package, paths: set[str]) -> tuple[Check, ...]:
        inspection = self._context.inspection
        if inspection is None:
            return ()
        sources = package.sources
        if len(sources) > _MOST_FILES:
            sources = {path: text for path, text in sources.items() if path in paths}
        looked = package.model_copy(update={"tests": {}, "documents": {}, "others": {}, "sources": sources})
        key = digest(["figures", looked.model_dump(mode="json")])

        async def perform() -> Inspected:
            looks = [look for look in inspection.runs(looked) if set(look.kinds) & set(_FIGURES)]
            found = await inspect(self._context.sandbox, inspection, looked, looks)
            kept = tuple(check for check in found.checks if check.kind in _FIGURES)
            return Inspected(key=key, checks=kept)

        return (await self._context.log.effect_once(Inspected, key, perform)).checks

    async def all_of(self, change: ProjectChange, name: str) -> ChangeEvidence:
        """Return all evidence about a version. Raise SandboxUnavailable."""
        tests = await self.tests_compared(change, name)
        seen = await self.behaviour(change, name)
        return ChangeEvidence(
            comparisons=seen.comparisons,
            skipped=seen.skipped,
            missing=seen.missing,
            seeded=seen.seeded,
            tests=tests,
            figures=await self.figures(change),
        )


def _spread(bugs: Sequence[tuple[Target, str, str]], count: int) -> list[tuple[Target, str, str]]:
    """Return all bugs, so many that are spread over all of them first."""
    step = max(1, len(bugs) // max(1, count))
    first = list(bugs[::step])
    return [*first, *(bug for bug in bugs if bug not in first)]


def compare_tests(
    before: NativeReport | None, after: NativeReport | None, package: Package, *, has_runner: bool
) -> TestsCompared:
    """Return what tests say of the old version and of the new one."""
    if not has_runner:
        return TestsCompared(unavailable="no runner of this language's tests was found here")
    if after is None or not package.tests:
        return TestsCompared(unavailable=_NO_TESTS)
    old = {test.id: test for test in before.tests} if before else {}
    new = {test.id: test for test in after.tests}
    passed = {name for name, test in old.items() if test.ending is NativeEnding.PASSED}
    now = {name for name, test in new.items() if test.ending is NativeEnding.PASSED}
    why = after.hijacked or _compile_error(after)
    if why and not now:
        broken = tuple(sorted(passed))
        return TestsCompared(
            ran=len(old),
            passed_before=len(passed),
            broken=broken,
            unavailable="" if broken else why,
            details=dict.fromkeys(broken[:3], why),
        )
    broken = tuple(sorted(passed - now))
    failed = {name for name, test in old.items() if test.ending in (NativeEnding.FAILED, NativeEnding.MISSING)}
    return TestsCompared(
        ran=len(old),
        passed_before=len(passed),
        passed_after=len(now),
        broken=broken,
        mended=tuple(sorted(failed & now)),
        added=tuple(sorted(now - old.keys())),
        details={name: new[name].detail if name in new else "it did not run" for name in broken[:3]},
    )


def _compile_error(report: NativeReport) -> str:
    first = next(iter(report.compile_errors), None)
    return f"{first.path}:{first.line}: {first.message}" if first else ""


def figure_changes(before: tuple[Check, ...], after: tuple[Check, ...], paths: set[str]) -> tuple[FigureChange, ...]:
    """Return the figures of these files that both looks have."""
    found = []
    for kind in _FIGURES:
        old, new = (_check(checks, kind) for checks in (before, after))
        if old is None or new is None:
            continue
        found += [
            FigureChange(name=name, before=value, after=_figures(new, paths).get(name), tool=new.tool)
            for name, value in _figures(old, paths).items()
        ]
    return tuple(found)


def _check(checks: tuple[Check, ...], kind: CheckKind) -> Check | None:
    return next((check for check in checks if check.kind is kind and not check.unavailable), None)


def _figures(check: Check, paths: set[str]) -> dict[str, float]:
    if check.kind is CheckKind.COMPLEXITY:
        own = [figure for name, figure in check.measured.items() if name.rpartition(":")[0] in paths]
        return {"most complex function": max(own, default=0.0), "complexity in all": sum(own)}
    if check.kind is CheckKind.DUPLICATION:
        return {"duplicated lines": check.measured.get("duplicated", 0.0)}
    findings = [each for each in check.findings if each.path in paths]
    return {f"findings of {check.kind.value}": float(len(findings))}


def _changed_line(old: str, new: str) -> str:
    for number, (before, after) in enumerate(zip(old.splitlines(), new.splitlines(), strict=False), 1):
        if before != after:
            return f"line {number}: {before.strip()[:80]} became {after.strip()[:80]}"
    return "a line at the end"
