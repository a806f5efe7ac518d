"""A package as we hand it over is a good small project in its language."""

from __future__ import annotations

import json
import tomllib
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from specwright.core.errors import ToolchainMissing
from specwright.core.evidence.native import NativeEnding
from specwright.core.program.package import Item, ItemKind, Package
from specwright.languages.loading import packaging_for
from specwright.languages.registry import LANGUAGES
from tests.languages.native import hand_go, hand_javascript, hand_python, hand_rust
from tests.languages.native.conftest import Bench

COMMANDS = {
    "python": "pytest",
    "javascript": "npm test",
    "typescript": "npm test",
    "java": "mvn --batch-mode test",
    "go": "go test ./...",
    "rust": "cargo test",
}


def package(bench: Bench, language: str, **more: Any) -> Package:
    packaging = bench.packaging(language)
    return Package(
        name="text_stats",
        summary='Counts words,\n"quotes" & <more>.',
        sources={packaging.source_path("text_stats"): "source\n"},
        tests={packaging.test_path("text_stats", "word_count"): "test\n"},
        documents={"README.md": "# Text stats\n"},
        **more,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_project_has_what_a_good_one_has(bench: Bench, language: str) -> None:
    given = package(bench, language)
    project = bench.packaging(language).project(given)
    assert {"LICENSE", ".gitignore", ".github/workflows/test.yml", "README.md"} <= set(project)
    assert all(project[path].decode() == text for path, text in {**given.sources, **given.tests}.items())
    assert COMMANDS[language] in project[".github/workflows/test.yml"].decode()
    assert all(content.endswith(b"\n") for content in project.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_written_wins_over_what_is_made(bench: Bench, language: str) -> None:
    given = package(bench, language).model_copy(update={"documents": {"LICENSE": "All rights reserved.\n"}})
    assert bench.packaging(language).project(given)["LICENSE"] == b"All rights reserved.\n"


def test_metadata_says_the_name_the_version_and_the_summary(bench: Bench) -> None:
    summary = 'Counts words, "quotes" & <more>.'
    command = Item(kind=ItemKind.COMMAND, name="text_stats", summary="Counts.")
    python = package(bench, "python", surface=(command,))
    sources = {**python.sources, "src/text_stats/__main__.py": "def main():\n    pass\n"}
    project = bench.packaging("python").project(python.model_copy(update={"sources": sources}))
    read = tomllib.loads(project["pyproject.toml"].decode())["project"]
    assert (read["name"], read["version"], read["description"]) == ("text-stats", "0.1.0", summary)
    assert read["scripts"] == {"text-stats": "text_stats.__main__:main"}
    manifest = json.loads(bench.packaging("javascript").project(package(bench, "javascript"))["package.json"])
    assert (manifest["name"], manifest["description"], manifest["type"]) == ("text-stats", summary, "module")
    crate = tomllib.loads(bench.packaging("rust").project(package(bench, "rust"))["Cargo.toml"].decode())["package"]
    assert (crate["name"], crate["description"]) == ("text_stats", summary)
    pom = ET.fromstring(bench.packaging("java").project(package(bench, "java"))["pom.xml"])
    told = {child.tag.rpartition("}")[2]: child.text for child in pom}
    assert (told["artifactId"], told["description"]) == ("text-stats", summary)
    module = bench.packaging("go").project(package(bench, "go"))["go.mod"].decode()
    assert module.startswith("module example.com/textstats\n")


def test_unit_tests_inside_the_library_are_run_too(bench: Bench) -> None:
    report = bench.tested("rust", hand_rust.WITH_UNIT_TESTS)
    assert report.all_passed, report
    assert "src/lib.rs::tests::limit" in [test.id for test in report.tests]
    last = len(hand_rust.WITH_UNIT_TESTS.sources["src/lib.rs"].splitlines())
    assert report.coverage is not None
    assert all(max(file.lines) <= last for file in report.coverage.files)


def test_a_file_that_cannot_be_collected_says_why(bench: Bench) -> None:
    tests = {"tests/test_words.py": "import words\nfrom words import missing\n\n\ndef test_it():\n    assert missing\n"}
    report = bench.tested("python", hand_python.PASSING.model_copy(update={"tests": tests}))
    assert [test.ending for test in report.tests] == [NativeEnding.MISSING]
    assert "cannot import name 'missing'" in report.tests[0].detail


def test_a_source_that_no_test_loads_counts_as_not_run(bench: Bench) -> None:
    given = hand_javascript.PASSING
    sources = {**given.sources, "src/other.js": "export const one = 1;\n"}
    report = bench.tested("javascript", given.model_copy(update={"sources": sources}))
    assert report.coverage is not None
    [other] = [file for file in report.coverage.files if file.path == "src/other.js"]
    assert other.lines == {1: 0}


def test_a_go_program_without_tests_beside_the_package_is_measured(bench: Bench) -> None:
    main = 'package main\n\nimport "example.com/words"\n\nfunc main() {\n\tprintln(words.Limit)\n}\n'
    sources = {**hand_go.PASSING.sources, "cmd/words/main.go": main}
    report = bench.tested("go", hand_go.PASSING.model_copy(update={"sources": sources}))
    assert report.all_passed, report
    assert report.coverage is not None
    assert {file.path: any(file.lines.values()) for file in report.coverage.files} == {
        "cmd/words/main.go": False,
        "words.go": True,
    }


def test_a_language_that_there_is_not_is_refused_with_those_that_there_are(bench: Bench) -> None:
    with pytest.raises(ToolchainMissing, match="cobol") as caught:
        packaging_for("cobol", bench.sandbox, lambda _: pytest.fail("nothing is looked for"))
    assert "rust" in str(caught.value.hint)
