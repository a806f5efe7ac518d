"""Packages of several files in every language: the files as they are delivered, and all of them joined to one."""

from __future__ import annotations

import pytest

from specwright.adapters.machine.toolchains import ready
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Item, ItemKind, Package
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.languages.loading import toolchain_for
from specwright.languages.registry import LANGUAGES
from specwright.pipeline.running.execute import execute
from tests.languages.native.conftest import Bench
from tests.languages.native.several_files import DATA, NAME, TEXTS, modules
from tests.tiers import sampled

TEXT = Type("str")
SIGNATURE = Signature(name="slug", params=(Parameter(name="text", type=TEXT),), returns=TEXT)
ITEM = Item(kind=ItemKind.FUNCTION, name="slug", summary="Slugs.", signature=SIGNATURE)
CASES = tuple(
    TestCase(id=f"t{place}", name=text, inputs={"text": text}, expected=Returns(value=slug), tier=Tier.GUESS)
    for place, (text, slug) in enumerate([("Big News", "big-news"), ("a  b", "a-b"), ("One", "one")], 1)
)


def all_files(bench: Bench, language: str) -> dict[str, str]:
    """Return the package's files by path, those that are made included."""
    forms = bench.packaging(language).several
    parts = modules(language)
    texts = {part.path: "-\n" if part == DATA else TEXTS[language][part.path] for part in parts}
    written = {forms.path(NAME, part): texts[part.path] for part in parts}
    for path, text in written.items():
        assert forms.objection(path, text, set(written)) is None
    return {**written, **forms.made(NAME, "Slugs of titles.", parts, (), written)}


@pytest.mark.parametrize("language", sampled(LANGUAGES, 0, keep=["python"]))
def test_the_files_pass_their_native_tests_and_so_do_all_of_them_joined(bench: Bench, language: str) -> None:
    packaging = bench.packaging(language)
    files = all_files(bench, language)
    bare = Package(name=NAME, summary="Slugs of titles.", surface=(ITEM,), sources=files)
    tests = {packaging.test_path(NAME, "slug"): packaging.render_tests(bare, ITEM, CASES, ITEM.comparison)}
    report = bench.tested(language, bare.model_copy(update={"tests": tests}), 60.0)
    assert report.all_passed, (report.compile_errors, report.tests, report.hijacked, report.output)

    joined = Candidate(id="c1", code=packaging.several.joined(NAME, files), language=language, origin="test")
    toolchain = toolchain_for(language, bench.sandbox, ready)
    execution = bench.runner.run(execute(bench.sandbox, toolchain, joined, SIGNATURE, CASES, isolated=True))
    assert execution.all_passed, [result.outcome for result in execution.results]


def test_a_file_that_imports_what_the_plan_does_not_have_is_refused(bench: Bench) -> None:
    wrong = {
        "python": ("src/text_kit/a.py", "from .other import x\n"),
        "javascript": ("src/a.js", 'import { x } from "./other.js";\n'),
        "typescript": ("src/a.ts", 'import { x } from "./other.ts";\n'),
        "go": ("a.go", 'package textkit\n\nimport _ "embed"\n\n//go:embed data/other.txt\nvar x string\n'),
        "rust": ("src/a.rs", 'const X: &str = include_str!("other.txt");\n'),
        "java": ("src/main/java/textkit/A.java", "package other;\n\npublic final class A {}\n"),
    }
    assert set(wrong) == set(LANGUAGES)
    for language, (path, text) in wrong.items():
        assert bench.packaging(language).several.objection(path, text, {path}), language
