"""Two test files that declare one name: each keeps its tests, where all files of a package share their names."""

from __future__ import annotations

from typing import Final

import pytest

from specwright.core.evidence.native import NativeEnding
from specwright.core.program.package import Package
from specwright.languages.registry import LANGUAGES
from tests.languages.native.conftest import Bench

SOURCES: Final = {
    "go": "package words\n\n// Double doubles.\nfunc Double(n int) int { return 2 * n }\n",
    "java": "package words;\n\npublic final class Words {\n    public static int twice(int n) {\n"
    "        return 2 * n;\n    }\n}\n",
}
TESTS: Final = {
    "go": 'package words\n\nimport "testing"\n\ntype row struct{{ name string }}\n\n'
    "func check(t *testing.T, got int) {{\n"
    '\tif got != {n} {{\n\t\tt.Error(row{{name: "check"}}, got)\n\t}}\n}}\n\n'
    "func TestDouble(t *testing.T) {{\n\tcheck(t, Double({n})-{n})\n}}\n",
    "java": "package words;\n\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\n"
    "import org.junit.jupiter.api.Test;\n\nclass {part}Test {{\n    @Test\n    void twice() {{\n"
    "        assertEquals(Wanted.VALUE, Words.twice({n}));\n    }}\n}}\n\n"
    "final class Wanted {{\n    static final int VALUE = 2 * {n};\n}}\n",
}


@pytest.mark.parametrize("language", ["go", "java"])
def test_a_name_that_two_files_declare_is_another_one_in_the_second(bench: Bench, language: str) -> None:
    packaging = bench.packaging(language)
    texts = {"first": TESTS[language].format(n=1, part="First"), "second": TESTS[language].format(n=2, part="Second")}
    clashing = {packaging.test_path("words", part): text for part, text in texts.items()}
    given = Package(name="words", summary="Words.", sources={packaging.source_path("words"): SOURCES[language]})
    alone = bench.tested(language, given.model_copy(update={"tests": clashing}))
    assert alone.compile_errors
    report = bench.tested(language, given.model_copy(update={"tests": packaging.rename_clashes(clashing)}))
    assert [test.ending for test in report.tests] == [NativeEnding.PASSED] * 2, report


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_that_do_not_clash_stay_as_they_are(bench: Bench, language: str) -> None:
    tests = {"a": "func TestA() { helper() }\nclass A\n", "b": "func TestB() { helper() }\nclass B\n"}
    assert bench.packaging(language).rename_clashes(tests) == tests
