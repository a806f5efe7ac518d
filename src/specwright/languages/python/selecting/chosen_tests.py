"""The tests of a Python project by themselves: which there are, and what becomes of those that a person chose."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.evidence.native import NativeEnding, NativeList, NativeTest
from specwright.core.program.package import Package
from specwright.core.program.untrusted import UNREADABLE, parse_report
from specwright.languages.common.packaging.batch_runs import work_of
from specwright.languages.python.packaging import PythonPackaging, error_of
from specwright.languages.python.selecting.listed_tests import base_of, file_of, shown_tests, skippable_in
from specwright.ports.language import CallLimits, NativeRun
from specwright.ports.sandbox import ExecEnding, ExecResult, Job

_MARK: Final = re.compile(r"[A-Za-z]\w*")
"""The name of a mark."""


def readable(package: Package, paths: Sequence[str]) -> tuple[str, ...]:
    """Return those of the files that the package holds."""
    return tuple(path for path in paths if path in package.tests or path in package.sources or path in package.others)


def listing_job(packaging: PythonPackaging, package: Package, paths: Sequence[str], limits: CallLimits) -> Job:
    """Return the job that lists the tests of these files. Raise ToolchainMissing."""
    work = {**packaging.work(package, paths, limits), "listing": True}
    return packaging.job(limits, 20.0 + limits.seconds, work_of([work]))


def read_listing(result: ExecResult, package: Package, paths: Sequence[str]) -> NativeList:
    """Return the tests of these files. Those that the text of a file shows are never left out."""
    code = {**package.others, **package.sources, **package.tests}
    texts = {path: code[path] for path in paths}
    shown = [id_ for path in paths for id_ in shown_tests(path, texts[path])]
    skippable = frozenset(id_ for path in paths for id_ in skippable_in(path, texts[path]))
    try:
        told: Any = parse_report(result.report)
        errors = tuple(error_of(entry, told["tools"]) for entry in told["errors"])
        collected = [str(id_) for id_ in told.get("collected", ()) if _is_test(str(id_), texts)]
        marks = {
            str(id_): tuple(name for name in map(str, names) if _MARK.fullmatch(name))
            for id_, names in told.get("marks", {}).items()
        }
        failed = {str(path): str(why) for path, why in told.get("failed", {}).items()}
    except UNREADABLE:
        errors, collected, marks = (), [], {}
        why = "nothing was reported" if result.ending is ExecEnding.EXITED else result.ending.value
        failed = dict.fromkeys(texts, f"the files could not be listed: {why}")
    known = {base_of(id_) for id_ in collected}
    # A parameter that the code under test makes is not known before it is loaded.
    ids = [base_of(id_) if id_.endswith("[NOTSET]") else id_ for id_ in collected]
    ids += [id_ for id_ in shown if id_ not in known]
    having = {file_of(id_) for id_ in ids}
    return NativeList(
        ids=tuple(sorted(dict.fromkeys(ids), key=lambda id_: paths.index(file_of(id_)))),
        marks=marks,
        failed={path: why for path, why in failed.items() if path in texts and path not in having},
        errors=errors,
        skippable=skippable,
    )


def _is_test(id_: str, texts: Mapping[str, str]) -> bool:
    """Return whether it can be the id of a test in one of the files: the tests themselves could have reported it."""
    file, *names = base_of(id_).split("::")
    return file in texts and bool(names) and all(names)


def chosen_run(packaging: PythonPackaging, package: Package, ids: Sequence[str], limits: CallLimits) -> NativeRun:
    """Return a run of the tests with these ids alone, with all of their parameters. Raise ToolchainMissing."""
    bases = list(dict.fromkeys(base_of(id_) for id_ in ids))
    paths = list(dict.fromkeys(file_of(id_) for id_ in ids))
    return packaging.run_of(package, paths, bases, limits, chosen=bases)


def results_of(ids: Sequence[str], tests: Sequence[NativeTest]) -> dict[str, tuple[NativeTest, ...]]:
    """Return what was reported of each test that was asked for.

    What was reported with other parameters than were known belongs to every test of that name.
    """
    by_id = {test.id: test for test in tests}
    others: dict[str, list[NativeTest]] = {}
    for test in tests:
        if test.id not in set(ids):
            others.setdefault(base_of(test.id), []).append(test)
    found = {}
    for id_ in ids:
        own = (*((by_id[id_],) if id_ in by_id else ()), *others.get(base_of(id_), ()))
        found[id_] = own or (NativeTest(id=id_, ending=NativeEnding.MISSING),)
    return found


def may_skip(test: NativeTest, skippable: frozenset[str]) -> bool:
    """Return whether the text of the tests says that this one may be skipped."""
    parts = base_of(test.id).split("::")
    return any("::".join(parts[:count]) in skippable for count in range(1, len(parts) + 1))
