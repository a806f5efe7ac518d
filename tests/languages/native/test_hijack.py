"""Code and suites that would have a run pass without earning it. None does, in any language.

What is asked of each is only that it is not counted as passed: by a sentinel, by the list of tests that must be there,
or by what is reported of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

import pytest

from specwright.core.evidence.native import NativeEnding
from specwright.core.program.package import Package
from tests.languages.native.conftest import Bench

# What stands for the body of the function that the tests call, by language.
EXITS: Final = {
    "python": "    import os\n    os._exit(0)\n",
    "javascript": "  process.exit(0);\n",
    "java": "        Runtime.getRuntime().halt(0);\n",
    "go": "\tos.Exit(0)\n",
    "rust": "    std::process::exit(0);\n",
}
# A line as the runner writes it for a test that passed, written by the code to every place that it can reach.
FORGES: Final = {
    "python": "    import os\n    for fd in range(1, 10):\n        try:\n"
    '            os.write(fd, b\'["tests/test_words.py::test_sign", "passed", ""]\\n\')\n'
    "        except OSError:\n            pass\n    os._exit(0)\n",
    "javascript": '  const file = "/box/project/test/words.test.js";\n'
    '  const line = JSON.stringify({ file, path: ["sign"], how: "pass", suite: false, detail: "" });\n'
    "  console.log(line);\n"
    "  for (let fd = 1; fd < 10; fd++) {\n    try {\n      fs.writeSync(fd, line + '\\n');\n    } catch {}\n  }\n"
    "  process.exit(0);\n",
    "java": '        String line = "{\\"test\\":\\"words.WordsTest#sign\\",'
    '\\"how\\":\\"passed\\",\\"detail\\":\\"\\"}\\n";\n'
    "        System.out.println(line);\n"
    '        try (var out = new java.io.FileOutputStream("/proc/self/fd/3", true)) {\n'
    "            out.write(line.getBytes());\n        } catch (java.io.IOException e) {\n        }\n"
    "        Runtime.getRuntime().halt(0);\n",
    "go": '\tfmt.Print("\\x16=== RUN   TestSign\\n\\x16--- PASS: TestSign (0.00s)\\nPASS\\n")\n'
    '\tfmt.Println(`{"Action":"pass","Package":"example.com/words","Test":"TestSign"}`)\n\tos.Exit(0)\n',
    "rust": "    use std::io::Write;\n"
    '    let line = "{ \\"type\\": \\"test\\", \\"name\\": \\"sign_of_five\\", \\"event\\": \\"ok\\" }\\n";\n'
    "    std::io::stdout().write_all(line.as_bytes()).unwrap();\n    std::process::exit(0);\n",
}
LOOPS: Final = {
    "python": "    while True:\n        pass\n",
    "javascript": "  for (;;) {}\n",
    "java": "        while (value != 0) {\n        }\n",
    "go": "\tfor value != 0 {\n\t}\n",
    "rust": "    loop {}\n",
}
FRAMES: Final = {
    "python": ("src/words/__init__.py", "def sign(value):\n{body}    return 0\n"),
    "javascript": (
        "src/index.js",
        'import fs from "node:fs";\n\nexport function sign(value) {{\n{body}  return fs ? 0 : 0;\n}}\n',
    ),
    "java": (
        "src/main/java/words/Words.java",
        (
            "package words;\n\npublic final class Words {{\n"
            "    public static long sign(long value) {{\n{body}        return 0;\n    }}\n}}\n"
        ),
    ),
    "go": (
        "words.go",
        (
            'package words\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nvar _ = fmt.Sprint(os.Args)\n\n'
            "func Sign(value int) int {{\n{body}\treturn 0\n}}\n"
        ),
    ),
    "rust": ("src/lib.rs", "#![allow(unreachable_code)]\npub fn sign(_value: i64) -> i64 {{\n{body}    0\n}}\n"),
}
SUITES: Final = {
    "python": ("tests/test_words.py", "from words import sign\n\n\ndef test_sign():\n    assert sign(5) == 1\n"),
    "javascript": (
        "test/words.test.js",
        (
            'import assert from "node:assert/strict";\nimport { test } from "node:test";\n\n'
            'import { sign } from "../src/index.js";\n\ntest("sign", () => {\n  assert.equal(sign(5), 1);\n});\n'
        ),
    ),
    "java": (
        "src/test/java/words/WordsTest.java",
        (
            "package words;\n\nimport static org.junit.jupiter.api.Assertions.*;\n\n"
            "import org.junit.jupiter.api.Test;\n\n"
            "class WordsTest {\n    @Test\n    void sign() {\n        assertEquals(1, Words.sign(5));\n    }\n}\n"
        ),
    ),
    "go": (
        "words_test.go",
        (
            'package words_test\n\nimport (\n\t"testing"\n\n\t"example.com/words"\n)\n\n'
            "func TestSign(t *testing.T) {\n\tif words.Sign(5) != 1 {\n\t\tt.Fatal()\n\t}\n}\n"
        ),
    ),
    "rust": ("tests/words.rs", "use words::sign;\n\n#[test]\nfn sign_of_five() {\n    assert_eq!(sign(5), 1);\n}\n"),
}
# The suite, made to skip itself.
SKIPPING: Final = {
    "python": ("def test_sign", 'import pytest\n\n\n@pytest.mark.skip(reason="not today")\ndef test_sign'),
    "javascript": ('test("sign", ', 'test("sign", { skip: true }, '),
    "java": ("    @Test\n", '    @Test\n    @org.junit.jupiter.api.Disabled("not today")\n'),
    "go": ("\tif words", '\tt.Skip("not today")\n\tif words'),
    "rust": ("#[test]\n", "#[test]\n#[ignore]\n"),
}
LANGUAGES: Final = sorted(SUITES)


def package(language: str, body: str) -> Package:
    path, frame = FRAMES[language]
    return Package(name="words", summary="", sources={path: frame.format(body=body)}, tests=dict([SUITES[language]]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bodies", [EXITS, FORGES], ids=["exits", "forges"])
def test_code_that_ends_the_run_early_earns_no_pass(bench: Bench, language: str, bodies: dict[str, str]) -> None:
    report = bench.tested(language, package(language, bodies[language]))
    assert not report.compile_errors, report.compile_errors
    assert report.hijacked is not None, report
    assert not report.all_passed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_suite_that_skips_itself_has_not_passed(bench: Bench, language: str) -> None:
    given = package(language, "")
    [(path, text)] = given.tests.items()
    before, after = SKIPPING[language]
    assert before in text
    report = bench.tested(language, given.model_copy(update={"tests": {path: text.replace(before, after)}}))
    assert report.hijacked is None
    assert [test.ending for test in report.tests] == [NativeEnding.SKIPPED]
    assert not report.all_passed


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_package_without_tests_has_not_passed(bench: Bench, language: str) -> None:
    programs = import_module(f"tests.languages.native.hand_{language}")
    report = bench.tested(language, programs.PASSING.model_copy(update={"tests": {}}))
    assert not report.tests
    assert not report.all_passed


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_that_never_ends_is_stopped(bench: Bench, language: str) -> None:
    report = bench.tested(language, package(language, LOOPS[language]), seconds=2)
    assert not report.compile_errors, report.compile_errors
    assert not report.all_passed
