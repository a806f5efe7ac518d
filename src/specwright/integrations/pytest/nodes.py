"""Test files, classes and tests whose code is never loaded here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from specwright.core.evidence.native import NativeEnding
from specwright.core.text import printable

if TYPE_CHECKING:
    from specwright.integrations.pytest.plugin import Sandboxed

_NOT_TAKEN = frozenset({"skip", "skipif", "xfail", "parametrize", "usefixtures", "filterwarnings"})
"""Marks that act inside. Here they would act twice."""


class TestFailure(Exception):
    """A test that failed inside; its text is the report."""

    __test__ = False


class SandboxedTest(pytest.Item):
    """A test that runs inside. All tests of the session run together, before the first is reported."""

    def __init__(self, *, id_inside: str, sandboxed: Sandboxed, **more: Any) -> None:
        super().__init__(**more)
        self.id_inside = id_inside
        """Its id in the sandbox."""
        self._sandboxed = sandboxed
        for name in sandboxed.marks_of(id_inside):
            if name not in _NOT_TAKEN:
                self.add_marker(name)

    def runtest(self) -> None:
        outcome = self._sandboxed.outcome(self)
        if outcome.ending is NativeEnding.SKIPPED:
            pytest.skip(printable(outcome.detail.strip() or "skipped inside"))
        if outcome.ending is not NativeEnding.PASSED:
            raise TestFailure(printable(outcome.detail.strip() or outcome.ending.value))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, TestFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, None, ".".join(self.id_inside.split("::")[1:])


class SandboxedClass(pytest.Collector):
    """A class of tests."""

    def __init__(self, *, tests: Sequence[tuple[list[str], str]], sandboxed: Sandboxed, **more: Any) -> None:
        super().__init__(**more)
        self._tests = tests
        self._sandboxed = sandboxed

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        return nodes(self, self._tests, self._sandboxed)


class SandboxedFile(pytest.File):
    """A file of tests, listed inside."""

    def __init__(self, *, sandboxed: Sandboxed, **more: Any) -> None:
        super().__init__(**more)
        self._sandboxed = sandboxed
        self.inside: str | None = None
        """Its path in the project."""

    def collect(self) -> Iterable[pytest.Item | pytest.Collector]:
        if self.inside is None:
            raise self.CollectError(f"it lies outside of {self.config.rootpath}; name the project with --rootdir")
        ids, why_not = self._sandboxed.tests_of(self.inside)
        if why_not:
            raise self.CollectError(printable(why_not))
        return nodes(self, [(parts_of(id_), id_) for id_ in ids], self._sandboxed)


def nodes(
    parent: pytest.Collector, tests: Sequence[tuple[list[str], str]], sandboxed: Sandboxed
) -> Iterator[pytest.Item | pytest.Collector]:
    """Yield a node for each test, and one for each class with its tests; a test is given by its names and its id."""
    for name, found in groupby(tests, key=lambda test: test[0][0]):
        own = list(found)
        if len(own[0][0]) > 1:
            inner = [(names[1:], id_) for names, id_ in own]
            yield SandboxedClass.from_parent(parent, name=name, tests=inner, sandboxed=sandboxed)
            continue
        for _, id_ in own:
            yield SandboxedTest.from_parent(parent, name=name, id_inside=id_, sandboxed=sandboxed)


def parts_of(id_: str) -> list[str]:
    """Return the names of classes and the test; parameters may have any text."""
    base, bracket, parameters = id_.partition("[")
    names = base.split("::")[1:]
    return [*names[:-1], names[-1] + bracket + parameters]
