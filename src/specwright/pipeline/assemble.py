"""Assemble: the texts that were written, laid out as a package."""

from __future__ import annotations

from collections.abc import Mapping

from specwright.core.blueprint import Blueprint
from specwright.core.candidate import Candidate
from specwright.core.dossier import Dossier
from specwright.core.package import Package
from specwright.core.scenario import Scenario
from specwright.pipeline.desk import Desk


def scenario_path(desk: Desk, name: str, scenario: Scenario) -> str:
    """Where the native test file lies in the project."""
    return desk.project.test_path(name, scenario.name)


def bare_package(desk: Desk, blueprint: Blueprint, candidate: Candidate, scenarios: tuple[Scenario, ...]) -> Package:
    """The candidate's code and these native tests, and nothing else."""
    code = candidate.code if candidate.code.endswith("\n") else f"{candidate.code}\n"
    tests = {scenario_path(desk, blueprint.name, one): one.text for one in scenarios}
    return Package(
        name=blueprint.name,
        summary=blueprint.summary,
        surface=blueprint.surface,
        sources={desk.project.source_path(blueprint.name): code},
        tests=desk.project.apart(tests),
    )


def assemble(desk: Desk, dossier: Dossier, candidate: Candidate, documents: Mapping[str, str]) -> Package:
    """The whole package: code, the cases of each function as a native test file, native tests and documents."""
    package = bare_package(desk, dossier.blueprint, candidate, dossier.scenarios)
    rendered = {}
    for item in dossier.blueprint.functions:
        docket = dossier.dockets.get(item.name)
        if docket is not None and docket.cases:
            path = desk.project.test_path(package.name, item.name)
            rendered[path] = desk.project.render_tests(package, item, docket.cases, item.comparison)
    written = {path: text for path, text in package.tests.items() if path not in rendered}
    tests = desk.project.apart({**rendered, **written})
    return package.model_copy(update={"tests": tests, "documents": dict(documents)})
