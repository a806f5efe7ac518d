"""Packages in containers: tests, coverage and every tool tell in the image what they tell on the machine itself."""

from __future__ import annotations

from importlib import import_module

import pytest
from tests.languages.native.hand import reported
from tests.sandboxes import IMAGES_BY_DEFAULT, IN_IMAGES, Bench, Engines
from tests.tiers import sampled

from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.tools import find_tools
from specwright.adapters.sandbox.containers.image import image_name
from specwright.core.errors import ToolchainMissing
from specwright.core.evidence.finding import Check
from specwright.core.program.package import Package
from specwright.languages.common.checks.tool import CheckTools
from specwright.languages.common.tools.image_tools import ImageTools
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.loading import inspection_for, packaging_for
from specwright.pipeline.finishing.gate import MeasuredQuality, measure_quality
from specwright.ports.language import CallLimits, Inspection, Packaging

LIMITS = CallLimits(seconds=60.0)


def nothing_here(language: str) -> InstalledTools:
    raise AssertionError(f"nothing of {language} is to be looked for on this machine")


def no_tools_here(language: str) -> CheckTools:
    raise AssertionError(f"no tools of {language} are to be looked for on this machine")


def measured(
    bench: Bench, kind: str, inspection: Inspection, packaging: Packaging, package: Package
) -> MeasuredQuality:
    told: MeasuredQuality = bench.run(
        measure_quality(bench.sandbox(kind), inspection, packaging, package, limits=LIMITS, bugs=0)
    )
    return told


def compared(check: Check) -> tuple[object, ...]:
    return check.kind, check.tool, check.unavailable, dict(check.measured), len(check.findings)


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("kind", "language"), sampled(IN_IMAGES, 0, keep=IMAGES_BY_DEFAULT, name="-".join))
def test_a_package_is_measured_in_its_image_as_on_the_machine(
    bench: Bench, engines: Engines, kind: str, language: str
) -> None:
    engines.with_language(kind, language)
    package: Package = import_module(f"tests.languages.native.hand_{language}").PASSING
    inside, here = bench.sandbox(kind), bench.sandbox("bubblewrap")
    packaging = packaging_for(language, inside, nothing_here)
    inspection = inspection_for(language, inside, no_tools_here)
    told = measured(bench, kind, inspection, packaging, package)
    wanted = measured(
        bench,
        "bubblewrap",
        inspection_for(language, here, find_tools),
        packaging_for(language, here, packaged),
        package,
    )
    assert told.report is not None
    assert wanted.report is not None
    assert told.report.all_passed, told.report
    assert reported(told.report) == reported(wanted.report)
    assert list(map(compared, told.checks)) == list(map(compared, wanted.checks))
    assert any(check.unavailable is None for check in told.checks)


def test_an_image_that_has_no_runner_is_told_with_what_to_do(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = ImageTools(found=InstalledTools(language="go", version="1", programs={}))
    sandbox = bench.sandbox("docker")
    monkeypatch.setattr(type(sandbox), "inside", lambda self, language: bare)
    with pytest.raises(ToolchainMissing, match="has no test runner for go") as caught:
        packaging_for("go", sandbox, nothing_here)
    assert "specwright sandbox build --engine docker --lang go" in (caught.value.hint or "")


def test_without_the_image_every_check_says_how_to_get_it(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "specwright.adapters.sandbox.containers.image.image_name", lambda language: f"{image_name(language)}-none"
    )
    checks = inspection_for("go", bench.sandbox("docker"), no_tools_here).unavailable()
    assert checks
    assert all("specwright sandbox build --engine docker --lang go" in (check.unavailable or "") for check in checks)
