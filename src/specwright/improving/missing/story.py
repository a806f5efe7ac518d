"""The story of the tests that are missing, top to bottom.

    baseline   what the project's own tests reach, and which seeded bugs they notice
    search     calls that reach or notice more, of each file in scope              write.py
    rule       the word, and the new test files as a change of the project

Existing tests are never changed. A new test states what the documentation states, or is marked as what the code does
today.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from specwright.core.errors import ModelError, ToolchainMissing, UserError
from specwright.core.evidence.finding import Spot
from specwright.core.evidence.native import NativeEnding, NativeReport
from specwright.core.existing.calls import PartForm, TestablePart
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.outcome import ChangeEvidence, ChangeWord
from specwright.core.existing.request import ChangeRequest
from specwright.core.existing.tests import FileTests
from specwright.core.program.package import Package
from specwright.core.run.events import ChangeRuled, ChangeWritten, StageEntered, TestsSought, Warned
from specwright.core.value import digest
from specwright.improving.missing.asking import ModelTests, numbered, style_in_words, unnoticed_in_words
from specwright.improving.missing.bugs import seeded_spots
from specwright.improving.missing.probes import TestingKit
from specwright.improving.missing.write import Baseline, MissingTests, TestedFile, TestOptions
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.writers import OFFLINE
from specwright.ports.language import CallLimits

SEARCH: Final = "search"
"""Who wrote tests without a model."""
_SECONDS: Final = 120.0
_ROUNDS: Final = 2
"""So often a model is asked for tests of one file."""
_NO_PARTS: Final = "{}: there is no public function, class or method that tests can call"


@dataclass(frozen=True)
class _OpenedProject:
    """All that the search in any of the files needs."""

    package: Package
    parts: dict[str, TestablePart]
    baseline: Baseline
    spots: tuple[Spot, ...]


class TestStory:
    """One run that writes the tests that are missing."""

    __test__ = False

    def __init__(self, context: RunContext, request: ChangeRequest) -> None:
        self._context, self._request = context, request
        if context.packaging is None or context.inspection is None or context.probing is None:
            raise ToolchainMissing(
                f"the tests of a {context.task.language} project cannot be run here",
                hint="see what is missing: specwright doctor",
            )
        limits = CallLimits(seconds=_SECONDS)
        self._kit = TestingKit(context.sandbox, context.packaging, context.probing, context.inspection, limits)
        self._project: _OpenedProject | None = None

    async def run(self) -> None:
        """Search and rule. Raise SandboxUnavailable or UserError."""
        await self._context.log.emit(StageEntered(stage="baseline"))
        parts = await self._parts()
        subjects = subjects_of(self._request, parts)
        await self._context.log.emit(StageEntered(stage="search"))
        found: list[TestsSought] = []
        for subject in subjects:
            if subject.targets:
                first = await self._sought(subject, parts)
                found.append(first)
                found += await self._asked(subject, parts, first.found)
            elif self._request.scope.path:
                await self._context.log.emit(Warned(text=_NO_PARTS.format(subject.path)))
        await self._rule(found)

    async def _parts(self) -> dict[str, TestablePart]:
        """Return what can be called in the sources by its id; files that cannot be read are told."""
        package = self._request.package
        parts: dict[str, TestablePart] = {}
        row = self._context.toolchain.facts
        for path in sorted(path for path in package.sources if path.endswith(row.extensions)):
            try:
                parts |= {part.id: part for part in self._kit.probing.parts(package, path)}
            except UserError as error:
                await self._context.log.emit(Warned(text=f"{path}: {error.message}"))
        return parts

    async def _sought(self, subject: TestedFile, parts: dict[str, TestablePart]) -> TestsSought:
        request = self._request
        options = TestOptions(inputs=request.inputs, bugs=request.bugs, seed=request.seed)

        async def perform() -> TestsSought:
            project = self._project or await self._opened(parts)
            self._project = project
            search = MissingTests(
                self._kit,
                project.package,
                project.parts,
                subject,
                baseline=project.baseline,
                spots=project.spots,
                options=options,
            )
            return TestsSought(key=key, found=await search.run(), failing=project.baseline.failing)

        about = [
            subject.path,
            request.scope.item,
            options.model_dump(mode="json"),
            request.package.model_dump(mode="json"),
        ]
        key = digest(["missing tests", about])
        return await self._context.log.effect(TestsSought, key, perform)

    # --- with a model ------------------------------------------------------------------------------------------------

    async def _asked(self, subject: TestedFile, parts: dict[str, TestablePart], first: FileTests) -> list[TestsSought]:
        """Return what a model's tests add to those of the search; nothing if there is no model, or nothing is left."""
        if self._context.writers.name == OFFLINE or not first.after:
            return []
        found: list[TestsSought] = []
        latest, earlier = first, ""
        for number in range(_ROUNDS):
            if not (latest.unreached or latest.survivors or latest.half):
                break
            await self._context.log.emit(StageEntered(stage="ask", round=number + 1))
            try:
                draft = await self._draft(subject, [first, *(each.found for each in found)], earlier, number)
            except ModelError as error:
                await self._context.log.emit(Warned(text=f"no tests by a model: {error.message}"))
                break
            event = await self._judged(subject, parts, [first, *(each.found for each in found)], draft)
            found.append(event)
            latest = event.found
            earlier = (
                "\n".join(["Of the tests that you wrote before, these failed:", *latest.notes]) if latest.notes else ""
            )
        return found

    async def _draft(self, subject: TestedFile, so_far: Sequence[FileTests], earlier: str, number: int) -> str:
        latest, code = so_far[-1], self._request.package.sources[subject.path]
        package = with_tests(self._request.package, so_far)
        probing = self._kit.probing

        def check(text: str) -> str | None:
            try:
                return None if probing.spans(text) else "there is no test in it"
            except ValueError as error:
                return f"it cannot be read: {error}"

        draft = await self._context.ask_file(
            "missing_tests",
            check,
            number,
            language=self._context.toolchain.facts.title,
            form=probing.test_form(package, subject.path),
            comment="#" if subject.path.endswith(".py") else "//",
            problem=self._context.task.problem,
            path=subject.path,
            code=numbered(code, latest.unreached, latest.half),
            bugs=unnoticed_in_words(code, latest.survivors),
            style=style_in_words(package),
            earlier=earlier,
        )
        return draft.code

    async def _judged(
        self, subject: TestedFile, parts: dict[str, TestablePart], so_far: Sequence[FileTests], text: str
    ) -> TestsSought:
        async def perform() -> TestsSought:
            project = self._project or await self._opened(parts)
            self._project = project
            package = with_tests(project.package, so_far)
            _, baseline = await baseline_of(self._kit, package)
            judge = ModelTests(self._kit, package, subject, baseline, so_far[-1].survivors)
            found, failures = await judge.judged(text)
            return TestsSought(key=key, found=found.model_copy(update={"notes": failures}))

        texts = {each.test_path: each.text for each in so_far}
        key = digest(["tests of a model", subject.path, self._request.scope.item, texts, text])
        return await self._context.log.effect(TestsSought, key, perform)

    async def _opened(self, parts: dict[str, TestablePart]) -> _OpenedProject:
        package, baseline = await baseline_of(self._kit, self._request.package)
        return _OpenedProject(package, parts, baseline, await seeded_spots(self._kit, package))

    async def _rule(self, found: list[TestsSought]) -> None:
        files = tuple(each.found for each in found)
        texts = {each.test_path: each.text for each in files if each.kept}
        change = ProjectChange.between({}, texts)
        await self._context.log.emit(ChangeWritten(id="v1", change=change, origin=SEARCH))
        failing = tuple(dict.fromkeys(test for each in found for test in each.failing))
        evidence = ChangeEvidence(written=files, failing=failing)
        word, reason = word_of(files)
        await self._context.log.emit(ChangeRuled(id="v1", word=word, reasons=(reason,), evidence=evidence))


def with_tests(package: Package, found: Sequence[FileTests]) -> Package:
    """Return the package with new tests."""
    return package.model_copy(
        update={"tests": {**package.tests, **{each.test_path: each.text for each in found if each.text}}}
    )


def word_of(files: tuple[FileTests, ...]) -> tuple[ChangeWord, str]:
    """Return the word for what was found, with the reason."""
    kept = sum(len(each.kept) for each in files)
    if kept:
        return ChangeWord.TESTED, f"{kept} new tests reach or notice what none did"
    return ChangeWord.NOTHING, "no call was found that reaches or notices more than the project's own tests"


def subjects_of(request: ChangeRequest, parts: dict[str, TestablePart]) -> list[TestedFile]:
    """Return the files, or the part of one, that tests are written for. Raise UserError."""
    scope = request.scope
    if scope.path and scope.path not in request.package.sources:
        raise UserError(
            f"{scope.path} is no source of the project", hint="name a source file, and not one of its tests"
        )
    paths = [scope.path] if scope.path else sorted({part.path for part in parts.values()})
    found = []
    for path in paths:
        own = [part for part in parts.values() if part.path == path]
        if not scope.item:
            found.append(TestedFile(path, tuple(own)))
            continue
        named = [part for part in own if scope.item in (part.name, part.owner.lstrip("*"), part.title)]
        if not named:
            known = ", ".join(part.title for part in own if part.form is not PartForm.METHOD)
            raise UserError(f"{path} has no {scope.item} that tests can call", hint=f"it has {known or 'none'}")
        first, last = min(part.lines[0] for part in named), max(part.lines[1] for part in named)
        found.append(TestedFile(path, tuple(named), range(first, last + 1)))
    return found


async def baseline_of(kit: TestingKit, package: Package) -> tuple[Package, Baseline]:
    """Return the package with those tests that pass, and what they reach. Raise SandboxUnavailable."""
    report = await _ran(kit, package)
    failing = tuple(test.id for test in report.tests if test.ending in (NativeEnding.FAILED, NativeEnding.MISSING))
    if report.hijacked is not None or report.compile_errors or failing:
        broken = {id_.split("::", 1)[0] for id_ in failing}
        is_known = report.hijacked is None and not report.compile_errors
        kept = {path: text for path, text in package.tests.items() if is_known and path not in broken}
        failing = failing or tuple(sorted(package.tests))
        package = package.model_copy(update={"tests": kept})
        report = await _ran(kit, package)
    loading = kit.probing.loading(package)
    loaded = package.model_copy(update={"tests": {**package.tests, loading.path: loading.text}})
    unsure = {test.id.split("::", 1)[0] for test in report.tests if test.ending is not NativeEnding.PASSED}
    return package, Baseline(report, await _ran(kit, loaded), failing, frozenset(unsure))


async def _ran(kit: TestingKit, package: Package) -> NativeReport:
    run = kit.packaging.test_run(package, kit.limits)
    return kit.packaging.read_tests(run, await kit.sandbox.run(run.job), package)
