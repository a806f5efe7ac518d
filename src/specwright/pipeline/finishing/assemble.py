"""Assemble: the texts that were written, laid out as a package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from specwright.core.errors import UserError
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Item, Package
from specwright.core.run.function_state import FunctionState
from specwright.core.run.package_state import PackageState
from specwright.core.work.blueprint import Blueprint
from specwright.core.work.libraries.lock import LockedPackage
from specwright.core.work.scenario import Scenario
from specwright.core.work.testcase import TestCase
from specwright.pipeline.context import RunContext


def scenario_path(context: RunContext, name: str, scenario: Scenario) -> str:
    """The path of the native test file in the project."""
    return context.project.test_path(name, scenario.name)


def bare_package(
    context: RunContext, blueprint: Blueprint, candidate: Candidate, scenarios: tuple[Scenario, ...]
) -> Package:
    """Return the candidate's code and these native tests, and nothing else."""
    tests = {scenario_path(context, blueprint.name, one): one.text for one in scenarios}
    written = candidate.files or {context.project.source_path(blueprint.name): candidate.code}
    return Package(
        notice=context.task.notice,
        name=blueprint.name,
        summary=blueprint.summary,
        surface=blueprint.surface,
        sources={path: _headed(context, path, text) for path, text in written.items()},
        tests=context.project.rename_clashes(tests),
        dependencies={each.name: each.version for each in _used(context, written)},
    )


def _used(context: RunContext, written: Mapping[str, str]) -> tuple[LockedPackage, ...]:
    """Return the required packages, if the code imports anything from outside of the standard library."""
    lock = context.task.lock
    foreign = lock is not None and any(context.toolchain.foreign_imports(text) for text in written.values())
    return lock.required if lock is not None and foreign else ()


def _headed(context: RunContext, path: str, text: str) -> str:
    """Return the code behind the header that the user's notice asks for, and behind a first line that must be first.

    A file that is no code is left as it is.
    """
    notice = context.task.notice
    code = text if text.endswith("\n") or not text else f"{text}\n"
    if not path.endswith(context.toolchain.facts.extensions):
        return text
    if notice is None or "SPDX-License-Identifier" in code[:500]:
        return code
    header = notice.header("#" if context.task.language == "python" else "//")
    first, line, rest = code.partition("\n")
    return f"{first}{line}{header}{rest}" if first.startswith("#!") else f"{header}\n{code}"


def assemble(
    context: RunContext, package_state: PackageState, candidate: Candidate, documents: Mapping[str, str]
) -> Package:
    """Return the whole package: code, the cases of each function as a native test file, native tests and documents."""
    package = bare_package(context, package_state.blueprint, candidate, package_state.scenarios)
    rendered = {}
    for item in package_state.blueprint.functions:
        function_state = package_state.function_states.get(item.name)
        cases = _tests_of_equality(function_state, candidate) if function_state is not None else ()
        if cases:
            path = context.project.test_path(package.name, item.name)
            if text := _rendered(context, package, item, cases):
                rendered[path] = text
    written = {path: text for path, text in package.tests.items() if path not in rendered}
    tests = context.project.rename_clashes({**rendered, **written})
    return package.model_copy(update={"tests": tests, "documents": dict(documents)})


def _rendered(context: RunContext, package: Package, item: Item, cases: Sequence[TestCase]) -> str:
    """Return the cases as a native test file; those that the language has no form for are left out."""
    try:
        return context.project.render_tests(package, item, cases, item.comparison)
    except UserError:
        fitting = [case for case in cases if len(cases) > 1 and _rendered(context, package, item, [case])]
        return context.project.render_tests(package, item, fitting, item.comparison) if fitting else ""


def _tests_of_equality(function_state: FunctionState, candidate: Candidate) -> tuple[TestCase, ...]:
    """Return the cases that a native test can compare: not those on which the code gives another right answer."""
    ran = [execution for execution in function_state.executions if execution.candidate_id == candidate.id]
    others = {result.case_id for execution in ran for result in execution.results if result.by_checker}
    return tuple(case for case in function_state.cases if case.id not in others)
