"""What the tools say in the sandbox is what they say by hand, and what cannot be said is never called good."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from tests.languages.checks.samples import BAD, bad, good
from tests.languages.conftest import Bench

from specwright.adapters.machine.tools import find_tools
from specwright.core.evidence.finding import Check, CheckKind
from specwright.core.program.package import Package
from specwright.languages.common.checks.tool import CheckTools
from specwright.languages.loading import inspection_for
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.finishing.gate import inspect

SEEN: dict[str, dict[CheckKind, Check]] = {}
"""What was told of a package before: looking is what these tests spend their time with."""


def checks(bench: Bench, language: str, package: Package, tools: CheckTools | None = None) -> dict[CheckKind, Check]:
    key = f"{language} {package!r} {tools is None}"
    if key not in SEEN:
        inspection = inspection_for(language, bench.sandbox, lambda name: tools or find_tools(name))
        told = bench.runner.run(inspect(bench.sandbox, inspection, package, inspection.runs(package)))
        SEEN[key] = {check.kind: check for check in (*told.checks, *inspection.unavailable())}
    return SEEN[key]


def by_hand(tool: str, language: str, folder: Path, *words: str) -> str:
    argv = find_tools(language).here[tool].argv
    done = subprocess.run([*argv, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=100)
    return done.stdout + done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_good_package_has_no_findings(language: str, bench: Bench) -> None:
    told = checks(bench, language, good(language))
    assert {kind: check.unavailable for kind, check in told.items() if check.unavailable} == {}
    assert [finding for check in told.values() for finding in check.findings] == []
    assert told[CheckKind.DOCUMENTATION].measured["parts"] >= 4
    assert told[CheckKind.ASSERTIONS].measured["asserting"] == told[CheckKind.ASSERTIONS].measured["tests"] > 0
    assert all(re.search(r"\d+\.\d+", check.tool) for check in told.values()), "every tool with its version"
    expected = {CheckKind.MUTATION, *({CheckKind.TYPES} if language == "javascript" else ())}
    expected |= {CheckKind.EXAMPLES} if language == "go" else set()
    assert set(CheckKind) - set(told) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bad_package_has_every_kind_of_finding(language: str, bench: Bench) -> None:
    told = checks(bench, language, bad(language))
    assert told[CheckKind.SYNTAX].measured["broken"] == 0
    assert told[CheckKind.FORMAT].measured["unformatted"] == 1
    assert told[CheckKind.LINT].measured["findings"] > 0
    assert told[CheckKind.SECURITY].measured["findings"] > 0
    assert any("only repeats the name" in finding.message for finding in told[CheckKind.DOCUMENTATION].findings)
    assert told[CheckKind.DOCUMENTATION].measured["documented"] == 0
    path = BAD[language][0]
    assert {finding.path for check in told.values() for finding in check.findings} == {path}


@pytest.mark.parametrize("language", ["python", "rust"])
def test_a_folder_that_is_named_like_ours_keeps_its_place(language: str, bench: Bench) -> None:
    path = {"python": "src/project/__init__.py", "rust": "src/project/lib.rs"}[language]
    package = Package(name="project", summary="Prices.", sources={path: BAD[language][1]})
    told = checks(bench, language, package)
    assert {finding.path for finding in told[CheckKind.FORMAT].findings} == {path}


SILENCING = {
    "python": ("# mypy: ignore-errors\n# ruff: noqa\n", "pyproject.toml", "[tool.ruff.lint]\nselect = []\n"),
    "javascript": ("// biome-ignore-all lint: quiet\n", "biome.json", '{"linter": {"enabled": false}}'),
    "typescript": ("// @ts-nocheck\n", "biome.json", '{"linter": {"enabled": false}}'),
    "java": ('@SuppressWarnings("all")\n', ".clang-format", "DisableFormat: true\n"),
    "rust": ("#![allow(warnings, clippy::all)]\n", "rustfmt.toml", "disable_all_formatting = true\n"),
}


@pytest.mark.parametrize("language", SILENCING)
def test_a_package_cannot_silence_the_tools_unseen(language: str, bench: Bench) -> None:
    words, name, settings = SILENCING[language]
    path, text = BAD[language]
    text = text.replace("public class", f"{words}public class") if language == "java" else words + text
    package = Package(name="cart", summary="Prices.", sources={path: text, name: settings})
    told = checks(bench, language, package)
    assert told[CheckKind.FORMAT].measured["unformatted"] == 1
    assert [finding.code for finding in told[CheckKind.LINT].findings].count("silenced") == 1


def laid_out(package: Package, folder: Path) -> Path:
    for path, text in {**package.sources, **package.tests}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def test_ruff_says_by_hand_what_it_says_in_the_sandbox(bench: Bench, tmp_path: Path) -> None:
    told = checks(bench, "python", bad("python"))
    folder = laid_out(bad("python"), tmp_path)
    rules = "E,W,F,B,C4,I,N,PIE,RET,SIM,UP,A,PERF,RUF,S"
    out = by_hand("ruff", "python", folder, "check", "--isolated", "--output-format", "json", "--select", rules, ".")
    hand = sorted((each["code"], each["location"]["row"]) for each in json.loads(out))
    ours = [*told[CheckKind.LINT].findings, *told[CheckKind.SECURITY].findings]
    assert sorted((each.code, each.line) for each in ours) == hand != []


def test_mypy_says_by_hand_what_it_says_in_the_sandbox(bench: Bench, tmp_path: Path) -> None:
    told = checks(bench, "python", bad("python"))
    folder = laid_out(bad("python"), tmp_path)
    argv = [str(Path(find_tools("python").here["ruff"].argv[0]).with_name("mypy")), "--strict", "src/cart/__init__.py"]
    out = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False, timeout=100).stdout
    hand = [(int(line), code) for line, code in re.findall(r":(\d+): error: .*\[(.*)\]$", out, re.MULTILINE)]
    assert [(each.line, each.code) for each in told[CheckKind.TYPES].findings] == hand != []


def test_biome_says_by_hand_what_it_says_in_the_sandbox(bench: Bench, tmp_path: Path) -> None:
    told = checks(bench, "javascript", bad("javascript"))
    out = by_hand("biome", "javascript", laid_out(bad("javascript"), tmp_path), "lint", "--reporter=json", "src")
    hand = json.loads(out[out.index('{"summary"') :].split("\n")[0])["diagnostics"]
    ours = [*told[CheckKind.LINT].findings, *told[CheckKind.SECURITY].findings]
    assert sorted(each.code for each in ours) == sorted(each["category"] for each in hand) != []


def test_tsc_says_by_hand_what_it_says_in_the_sandbox(bench: Bench, tmp_path: Path) -> None:
    package = bad("typescript")
    told = checks(bench, "typescript", package)
    folder = laid_out(package, tmp_path)
    modules = find_tools("typescript").here["tsc"].mounts[0].source
    [tsc] = Path(modules).glob("@typescript/typescript-*/lib/tsc")
    argv = [str(tsc), "--noEmit", "--strict", "--module", "nodenext", "--pretty", "false", *package.sources]
    out = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False, timeout=100).stdout
    hand = [(int(line), code) for line, code in re.findall(r"^\S+\((\d+),\d+\): error (TS\d+)", out, re.MULTILINE)]
    assert [(each.line, each.code) for each in told[CheckKind.TYPES].findings] == hand != []


def test_javac_says_by_hand_what_it_says_in_the_sandbox(bench: Bench, tmp_path: Path) -> None:
    told = checks(bench, "java", bad("java"))
    folder = laid_out(bad("java"), tmp_path)
    out = by_hand("javac", "java", folder, "-Xlint:all", "-Xdoclint:all/public", "-d", "classes", BAD["java"][0])
    hand = [(int(line), code) for line, code in re.findall(r"java:(\d+): warning: \[([\w-]+)\]", out)]
    assert sorted((each.line, each.code) for each in told[CheckKind.LINT].findings) == sorted(hand) != []
    missing = re.findall(r"warning: no @(\w+)(?: for (\S+))?$", out, re.MULTILINE)
    ours = [each.message for each in told[CheckKind.DOCUMENTATION].findings if "is not described" in each.message]
    words = {"param": "the parameter", "return": "the result", "throws": "the error"}
    for tag, name in missing:
        assert any(words[tag] in message and name.rsplit(".", 1)[-1] in message for message in ours), (tag, name)


def test_vet_and_gofmt_say_in_the_sandbox_what_is_known_of_the_file(bench: Bench, tmp_path: Path) -> None:
    told = checks(bench, "go", bad("go"))
    assert sorted((each.code, each.line) for each in told[CheckKind.LINT].findings) == [("assign", 6), ("printf", 5)]
    folder = laid_out(bad("go"), tmp_path)
    assert by_hand("gofmt", "go", folder, "-l", ".").split() == [each.path for each in told[CheckKind.FORMAT].findings]


def test_clippy_says_by_hand_what_it_says_in_the_sandbox(bench: Bench, tmp_path: Path) -> None:
    told = checks(bench, "rust", bad("rust"))
    folder = laid_out(bad("rust"), tmp_path)
    words = ("--edition=2021", "--crate-type=lib", "--emit=metadata", "-Wclippy::all", "src/lib.rs")
    out = by_hand("clippy", "rust", folder, *words)
    hand = [int(line) for line in re.findall(r"--> src/lib.rs:(\d+):", out)]
    assert sorted(each.line or 0 for each in told[CheckKind.LINT].findings) == sorted(hand) != []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", ["syntax", "bytes"])
def test_what_cannot_be_parsed_is_broken_in_every_language(language: str, fault: str, bench: Bench) -> None:
    package = good(language)
    [path] = package.sources
    text = package.sources[path]
    wrong = (
        text + "\n}}} ((( =\n" if fault == "syntax" else text + b"\n// \xff\xfe\n".decode("utf-8", "surrogateescape")
    )
    told = checks(bench, language, package.model_copy(update={"sources": {path: wrong}}))
    syntax = told[CheckKind.SYNTAX]
    assert syntax.unavailable is not None or syntax.measured["broken"] >= 1, syntax


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_missing_tool_is_said_with_how_to_get_it(language: str, bench: Bench) -> None:
    names = [*find_tools(language).here]
    told = checks(
        bench, language, good(language), CheckTools(missing=dict.fromkeys(names, "it is not here; get it with X"))
    )
    made = {kind: check for kind, check in told.items() if check.unavailable is None}
    assert set(made) <= {CheckKind.EXAMPLES}, "Python's own interpreter runs its examples"
    assert {check.unavailable for kind, check in told.items() if kind not in made} == {"it is not here; get it with X"}
    assert {CheckKind.SYNTAX, CheckKind.DOCUMENTATION} <= set(told)


def test_examples_that_are_wrong_are_found(bench: Bench) -> None:
    for language, old, new in (
        ("python", "165.0", "166.0"),
        ("rust", "Ok(150)", "Ok(151)"),
        ("javascript", "!== 1", "!== 2"),
        ("java", "== 150", "== 151"),
    ):
        package = good(language)
        changed = package.model_copy(
            update={
                "sources": {path: text.replace(old, new) for path, text in package.sources.items()},
                "documents": {path: text.replace(old, new) for path, text in package.documents.items()},
            }
        )
        check = checks(bench, language, changed)[CheckKind.EXAMPLES]
        assert check.measured["passed"] == check.measured["examples"] - 1, (language, check)


JAVADOC = """   * Adds up what a customer pays.
   *
   * {@snippet lang="java" :
   * if (Cart.total(List.of(1L)) != 1) {
   *   throw new IllegalStateException("wrong");
   * }
   * }
   *
   * <pre>{@code
   * Cart.total(List.of(1L, 2L)) // 3
   * Cart.total(List.of(-1L)) // fails
   * }</pre>
   *
   * <pre>{@code
   * class Declared { long sum; }
   * }</pre>
"""


def test_examples_in_javadoc_are_run_and_a_test_or_a_mere_declaration_is_none(bench: Bench) -> None:
    package = good("java")
    [path] = package.sources
    source = package.sources[path].replace("   * Adds up what a customer pays.\n", JAVADOC)
    readme = "```java\nclass SomeTest { @Test void adds() { } }\n```\n"
    changed = package.model_copy(update={"sources": {path: source}, "documents": {"README.md": readme}})
    check = checks(bench, "java", changed)[CheckKind.EXAMPLES]
    assert check.measured == {"examples": 2, "passed": 1}
    [failed] = check.findings
    assert (failed.path, failed.line) == (path, source[: source.index("Cart.total(List.of(1L, 2L))")].count("\n"))
    assert "a price is negative" in failed.message


def test_code_that_forges_its_examples_is_found_out(bench: Bench) -> None:
    package = good("python")
    [path] = package.sources
    forging = "import doctest\ndoctest.OutputChecker.check_output = lambda *_: True\n" + package.sources[path]
    check = checks(bench, "python", package.model_copy(update={"sources": {path: forging}}))[CheckKind.EXAMPLES]
    assert check.unavailable == "a check example that must fail passed"
