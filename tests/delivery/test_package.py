"""A package that was handed over: its project, its native tests, what was measured of it, all checked anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.handed_over import copy, different, examine, make, mend_manifest, rewrite, verify
from tests.stories import package_stories

from specwright.core.run.result import Result
from specwright.delivery.claims import ClaimKind, Standing

SOURCE = "src/text_kit/__init__.py"
Made = tuple[Result, Path]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(tmp_path_factory.mktemp("made"), package_stories.FIRST_TRY, package_stories.TASK)


@pytest.fixture
def folder(made: Made, tmp_path: Path) -> Path:
    return copy(made[1], tmp_path)


def test_a_package_as_it_was_handed_over_holds_in_every_claim(made: Made, folder: Path) -> None:
    result, _ = made
    assert result.package is not None
    assert (folder / SOURCE).read_text() == result.code
    for path, text in (*result.package.tests.items(), *result.package.documents.items()):
        assert (folder / path).read_text() == text
    found = verify(folder)
    assert [claim for claim in found.claims if claim.standing is not Standing.HOLDS] == []
    assert found.standing is Standing.HOLDS
    assert set(found.by_kind) == set(ClaimKind) - {ClaimKind.PERFORMANCE, ClaimKind.SIGNATURE}
    assert found.by_kind[ClaimKind.TESTS][Standing.HOLDS] == len(result.tests)


@pytest.mark.parametrize("name", [SOURCE, "tests/test_counting.py", "pyproject.toml", "README.md", "LICENSE"])
@pytest.mark.parametrize("mended", [False, True])
def test_a_changed_file_of_the_project_is_found_and_named(folder: Path, name: str, mended: bool) -> None:
    (folder / name).write_text((folder / name).read_text() + "\n# one more line\n")
    if mended:
        mend_manifest(folder)
    claims = different(examine(folder))
    assert {claim.path for claim in claims} == {name}
    assert ClaimKind.RECORD in {claim.kind for claim in claims}


def test_what_running_the_tests_leaves_behind_is_passed_over(folder: Path) -> None:
    (folder / "tests" / "__pycache__").mkdir()
    (folder / ".coverage").write_text("x")
    found = examine(folder)
    assert different(found) == []
    assert found.passed_over == (".coverage", "tests/__pycache__")
    (folder / ".gitignore").write_text("*\n")
    assert {claim.path for claim in different(examine(folder))} == {".gitignore", ".coverage"}


def test_forged_coverage_and_findings_are_found_by_measuring_anew(folder: Path) -> None:
    def cover_less(event: dict[str, object]) -> None:
        report = event["report"]
        assert isinstance(report, dict)
        lines = report["coverage"]["files"][0]["lines"]
        lines[min(lines)] = 0

    def find_more(event: dict[str, object]) -> None:
        checks = event["checks"]
        assert isinstance(checks, list)
        lint = next(check for check in checks if check["kind"] == "lint")
        lint["findings"] = [{"tool": lint["tool"], "code": "X1", "message": "never said"}]

    rewrite(folder, cover_less, "tested")
    rewrite(folder, find_more, "inspected")
    claims = different(verify(folder))
    assert {ClaimKind.COVERAGE, ClaimKind.QUALITY} <= {claim.kind for claim in claims}
    assert any("X1" in claim.detail for claim in claims)
