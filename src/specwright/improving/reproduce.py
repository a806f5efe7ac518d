"""A fault is shown by a test that fails, before anything is repaired."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from specwright.core.evidence.native import NativeEnding, NativeReport, NativeTest
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.outcome import ChangeWord
from specwright.core.existing.request import ChangeRequest
from specwright.core.run.events import ChangeWritten, Warned
from specwright.improving.evidence import EvidenceOfChange
from specwright.improving.project import changed
from specwright.improving.writing import VersionWriter
from specwright.pipeline.context import RunContext

_ATTEMPTS: Final = 3
_MOST_WORDS: Final = 1500
_SHOWN: Final = 3
_UNCHANGED: Final = ProjectChange()
_FAILED: Final = (NativeEnding.FAILED, NativeEnding.MISSING)
_NO_FAULT: Final = ("ModuleNotFoundError", "ImportError", "SyntaxError", "NameError", "fixture '", "IndentationError")


@dataclass(frozen=True)
class Reproduced:
    """The tests that show a fault."""

    tests: tuple[str, ...] = ()
    in_words: str = ""
    """The tests with what they say."""
    change: ProjectChange = _UNCHANGED
    """The new test file, if one was written; it is kept."""
    why_not: str = ""
    """Why no test shows the fault."""
    word: ChangeWord = ChangeWord.NOTHING
    """For a run that ends with that."""


def nothing_to_fix(baseline: NativeReport | None, named: Sequence[str]) -> Reproduced:
    """Return the named tests that fail with the old version, or all that do if none is named."""
    if baseline is None:
        return Reproduced(why_not="the project has no tests that can be run here, so no test shows the fault")
    failing = {test.id: test for test in baseline.tests if test.ending in _FAILED}
    if not named:
        if not failing:
            return Reproduced(why_not="no test of the project fails")
        return Reproduced(tests=tuple(failing), in_words=told(failing))
    chosen: dict[str, NativeTest] = {}
    for name in named:
        found = {id_: test for id_, test in failing.items() if is_named(id_, name)}
        if not found:
            known = [test for test in baseline.tests if is_named(test.id, name)]
            if known:
                return Reproduced(why_not=f"{name} does not fail: it {known[0].ending.value} with the code as it is")
            return Reproduced(why_not=f"there is no test {name}, or it did not run{_because(baseline)}")
        chosen |= found
    return Reproduced(tests=tuple(chosen), in_words=told(chosen))


def is_named(id_: str, name: str) -> bool:
    """Return whether a name means this test: its id, without parameters, its last part, or its file or class."""
    plain = id_.split("[", 1)[0]
    return (
        name in (id_, plain) or plain.endswith(("::" + name, "." + name, "#" + name)) or plain.startswith(name + "::")
    )


def told(tests: Mapping[str, NativeTest]) -> str:
    """Return tests with what they say, for a writer."""
    return "\n\n".join(f"{id_}\n{test.detail[-_MOST_WORDS:]}".strip() for id_, test in list(tests.items())[:_SHOWN])


def _because(report: NativeReport) -> str:
    why = report.hijacked or next((f"{each.path}: {each.message}" for each in report.compile_errors), "")
    return f" ({why})" if why else ""


async def reproduced(
    context: RunContext, request: ChangeRequest, evidence: EvidenceOfChange, writer: VersionWriter
) -> Reproduced:
    """Ask for a test that shows the reported fault, and keep one that does. Raise ModelError, SandboxUnavailable."""
    complaints: list[str] = []
    for number in range(_ATTEMPTS):
        change, reply = await writer.reproducing(complaints)
        name = f"r{number + 1}"
        await context.log.emit(
            ChangeWritten(id=name, change=change, origin=context.model.name, description=reply.description)
        )
        both = list(opposed(change, request.package.tests)) if request.scope.language == "python" else []
        if both:
            return Reproduced(
                why_not=f"the report and the project's tests disagree: {both[0]}", word=ChangeWord.CONTRADICTION
            )
        if reply.contradicts:
            await context.log.emit(Warned(text=f"the writer holds that {reply.contradicts} demands the opposite"))
        report = await evidence.tested(changed(request.package, change, context.toolchain.facts), name)
        before = await evidence.baseline()
        if report is None:
            return Reproduced(why_not="no runner of this language's tests was found here, so no test shows the fault")
        known = {test.id for test in before.tests} if before else set()
        new = {test.id: test for test in report.tests if test.id not in known}
        shown = {id_: test for id_, test in new.items() if test.ending in _FAILED and not _is_no_fault(test)}
        if shown and not report.compile_errors:
            return Reproduced(tests=tuple(shown), in_words=told(shown), change=change)
        complaints.append(_complaint(change, new, report))
    return Reproduced(why_not=f"none of {_ATTEMPTS} tests shows the fault: they pass, or fail for another reason")


def _is_no_fault(test: NativeTest) -> bool:
    return any(sign in test.detail for sign in _NO_FAULT)


def _complaint(change: ProjectChange, new: Mapping[str, NativeTest], report: NativeReport) -> str:
    said = told({id_: test for id_, test in new.items() if test.ending in _FAILED}) or "All of its tests pass."
    if report.compile_errors or not new:
        said = f"None of its tests ran.{_because(report)}"
    return f"```\n{change.files[0].after}\n```\n{said}"


def opposed(change: ProjectChange, tests: Mapping[str, str]) -> Iterator[str]:
    """Yield where a new test expects another value of the very call that a test of the project is about."""
    known = {call: (value, path) for path, text in tests.items() for call, value in _equalities(text)}
    for each in change.files:
        for call, value in _equalities(each.after or ""):
            there = known.get(call)
            if there is not None and there[0] != value:
                yield f"{call} is to be {value} by the report, and {there[0]} by {there[1]}"


def _equalities(text: str) -> Iterator[tuple[str, str]]:
    """Yield calls with literal arguments and the literal that they are asserted to equal."""
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(module):
        test = node.test if isinstance(node, ast.Assert) else None
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
            left, right = test.left, test.comparators[0]
            if isinstance(left, ast.Call) and _is_literal(right) and all(map(_is_literal, left.args)):
                name = ast.unparse(left.func).rpartition(".")[2]
                words = [f"{word.arg}={ast.unparse(word.value)}" for word in left.keywords]
                yield f"{name}({', '.join([*map(ast.unparse, left.args), *words])})", ast.unparse(right)


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return False
    return True
