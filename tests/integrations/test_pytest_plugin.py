"""`pytest --specwright`: tests of untrusted code run in the sandbox and are reported here as if they had run here."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from specwright.core.evidence.native import NativeEnding, NativeTest
from specwright.languages.python.selecting.chosen_tests import results_of
from specwright.languages.python.selecting.listed_tests import skippable_in
from tests.integrations.running import EXAMPLES, printed_by

WORDS = """\
CASES = [("a", 1), ("b", 2)]


def sign(value):
    return (value > 0) - (value < 0)
"""
TESTS = """\
import pytest

import words


@pytest.mark.parametrize("value", [1, 2])
def test_positive(value):
    assert words.sign(value) == 1


@pytest.mark.parametrize(("name", "value"), words.CASES)
def test_parameters_of_the_code(name, value):
    assert value == 1


class TestOthers:
    @pytest.mark.slow
    def test_wrong(self):
        assert words.sign(-2) == 1

    @pytest.mark.skip(reason="not today")
    def test_skipped(self):
        assert False

    @pytest.mark.xfail
    def test_known(self):
        assert False


def test_that_ends_the_run():
    import os
    os._exit(0)
"""
CHEATS = {
    "exits": "import os\n\n\ndef sign(value):\n    os._exit(0)\n",
    "raises_exit": "import pytest\n\n\ndef sign(value):\n    pytest.exit('done', returncode=0)\n",
    "skips": "import pytest\n\n\ndef sign(value):\n    pytest.skip('not today')\n",
    "skips_its_file": "import pytest\n\npytest.skip('not today', allow_module_level=True)\n",
    "removes_tests": "import sys\n\nfor name, module in list(sys.modules.items()):\n"
    "    if 'removes_tests' in name:\n        vars(module).pop('test_two', None)\n"
    "        type(module).__getattr__ = lambda *_: None\n\n\ndef sign(value):\n    return 1\n",
    "patches_pytest": "from _pytest.reports import TestReport\n\nmake = TestReport.from_item_and_call\n\n\n"
    "def forged(item, call):\n    call.excinfo = None\n    return make(item, call)\n\n\n"
    "TestReport.from_item_and_call = staticmethod(forged)\n\n\ndef sign(value):\n    return 0\n",
    "ends_collection": "raise SystemExit(0)\n",
}


class Reports:
    """A plugin that keeps how each test ended."""

    def __init__(self) -> None:
        self.ended: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.path: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self.ended[report.nodeid.split("/")[-1]] = report.outcome
            self.texts[report.nodeid.split("/")[-1]] = str(report.longrepr)


def lay_out(folder: Path, files: Mapping[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


def run(folder: Path, *options: str, status: int) -> Reports:
    """Run pytest in the folder as a process of its own would, and return its reports."""
    reports = Reports()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "path", [*sys.path])
        before = set(sys.modules)
        ended = pytest.main(["--rootdir", ".", "-q", "-s", "-p", "no:cacheprovider", *options], plugins=[reports])
        for name in set(sys.modules) - before:
            if not name.startswith("specwright"):
                del sys.modules[name]
        reports.path = [*sys.path]
    assert ended == status
    return reports


def test_every_test_is_reported_as_if_it_had_run_here(tmp_path: Path) -> None:
    files = {"src/words/__init__.py": WORDS, "tests/test_words.py": TESTS, "tests/test_broken.py": "import missing\n"}
    folder = lay_out(tmp_path, files)
    chosen = ("--specwright", "-k", "not ends", "--junitxml", str(tmp_path / "junit.xml"))
    said = run(folder, *chosen, "--continue-on-collection-errors", status=1)
    assert said.ended == {
        "test_words.py::test_positive[1]": "passed",
        "test_words.py::test_positive[2]": "passed",
        "test_words.py::test_parameters_of_the_code": "failed",
        "test_words.py::TestOthers::test_wrong": "failed",
        "test_words.py::TestOthers::test_skipped": "skipped",
        "test_words.py::TestOthers::test_known": "skipped",
    }
    assert "test_parameters_of_the_code[b-2]" in said.texts["test_words.py::test_parameters_of_the_code"]
    assert "assert -1 == 1" in said.texts["test_words.py::TestOthers::test_wrong"]
    [suite] = ET.parse(tmp_path / "junit.xml").getroot().findall("testsuite")
    assert [suite.get(name) for name in ("tests", "failures", "skipped", "errors")] == ["7", "2", "2", "1"]
    assert run(folder, "--specwright", "-m", "slow", "-x", status=1).ended == {}, "a file cannot be collected"
    [one] = run(folder, "--specwright", "tests/test_words.py::test_positive[2]", status=0).ended
    assert one == "test_words.py::test_positive[2]"


def test_code_that_cheats_fails_and_no_other_does(tmp_path: Path) -> None:
    test = "import {0}\n\n\ndef test_one():\n    assert {0}.sign(5) == 1\n\n\ndef test_two():\n"
    test += "    assert {0}.sign(0) == 2\n"
    programs = {**CHEATS, "honest": "def sign(value):\n    return 1 if value else 2\n"}
    folder = lay_out(
        tmp_path,
        {f"src/{name}.py": text for name, text in programs.items()}
        | {f"tests/test_{name}.py": test.format(name) for name in programs},
    )
    ended = run(folder, "--specwright", status=1).ended
    passed = {name for name, how in ended.items() if how == "passed"}
    assert passed <= {"test_honest.py::test_one", "test_honest.py::test_two", "test_removes_tests.py::test_one"}
    assert {"test_honest.py::test_one", "test_honest.py::test_two"} <= passed
    assert set(ended.values()) == {"passed", "failed"}
    assert len(ended) == 2 * len(programs)


def test_nothing_of_the_project_is_loaded_outside(tmp_path: Path) -> None:
    leaves = f"import os\n\nif os.path.isdir({str(tmp_path)!r}):\n    open({str(tmp_path / 'left')!r}, 'w').close()\n"
    forges = (
        "import pytest\n\n\n@pytest.hookimpl(wrapper=True)\ndef pytest_runtest_makereport(item, call):\n"
        "    report = yield\n    report.outcome = 'passed'\n    return report\n"
    )
    folder = lay_out(
        tmp_path,
        {
            "conftest.py": leaves,
            "tests/conftest.py": leaves + forges,
            "tests/__init__.py": leaves,
            "tests/test_all.py": leaves + "\n\ndef test_wrong():\n    assert False\n",
            "tests/test_doc.txt": ">>> import pathlib\n>>> _ = pathlib.Path('left').write_text('doctest')\n",
            "test_left.py": leaves,
        },
    )
    said = run(folder, "--specwright", "--doctest-modules", status=1)
    assert said.ended == {"test_all.py::test_wrong": "failed"}
    assert "cannot be trusted: a check test that must fail passed" in said.texts["test_all.py::test_wrong"]
    assert not (tmp_path / "left").exists()


def test_settings_that_load_code_outside_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = "[pytest]\npythonpath = .\naddopts = -p loaded_by_settings\n"
    folder = lay_out(tmp_path, {"pytest.ini": settings, "loaded_by_settings.py": "", "test_a.py": ""})
    said = run(folder, "--specwright", status=4)
    assert "loaded_by_settings of the project was loaded outside of the sandbox" in capsys.readouterr().err
    assert str(folder) not in said.path
    run(folder, "--specwright", "-c", "/dev/null", status=5)


def test_untrusted_code_is_run_by_the_fixture(tmp_path: Path) -> None:
    uses = (
        "def test_code(sandbox):\n"
        "    [done] = sandbox.run_cases('def f(x):\\n    return x + 1', [{'input': {'x': 1}, 'expected': 2}],"
        " entry_point='f')\n"
        "    assert done.passed\n"
        "    assert sandbox.exec('print(6 * 7)').result.stdout == b'42\\n'\n"
        "    with sandbox.session() as session:\n"
        "        session.execute('x = 20')\n"
        "        assert session.execute('x + 1').value == 21\n"
    )
    run(lay_out(tmp_path, {"test_fixture.py": uses}), status=0)


def test_the_plugin_imports_nothing_until_it_is_asked_to() -> None:
    found = "import sys, specwright.integrations.pytest; print(*(name for name in sys.modules if 'specwright' in name))"
    ran = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["specwright", "specwright.integrations", "specwright.integrations.pytest"]


def test_the_example_prints_what_the_docs_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed = printed_by("pytest_untrusted.py", tmp_path, monkeypatch, capsys)
    assert [line.split(":")[1].strip() for line in printed] == ["2 passed", "2 failed", "1 passed"]
    assert "\n".join(printed) in (EXAMPLES.parents[1] / "docs" / "integrations.md").read_text("utf-8")


def test_a_test_may_be_skipped_only_if_its_text_says_so() -> None:
    text = (
        "import pytest\nfrom m import skipping\n\non_linux = pytest.mark.skipif(True, reason='')\n\n\n"
        "@on_linux\ndef test_a(): ...\n\n\ndef test_b():\n    pytest.importorskip('x')\n\n\n"
        "def test_c():\n    skipping()\n\n\n"
        "class TestD:\n    pytestmark = pytest.mark.skip\n\n    def test_e(self): ...\n"
    )
    assert skippable_in("t.py", text) == ("t.py::test_a", "t.py::test_b", "t.py::TestD")
    assert skippable_in("t.py", "import pytest\n\nnumpy = pytest.importorskip('numpy')\n") == ("t.py",)
    assert skippable_in("t.py", "import pytest\n\npytestmark = pytest.mark.skip\n") == ("t.py",)


def test_results_with_other_parameters_belong_to_every_test_of_the_name() -> None:
    tests = [NativeTest(id=f"t.py::test_a[{n}]", ending=ending) for n, ending in enumerate(NativeEnding)]
    found = results_of(["t.py::test_a[0]", "t.py::test_b"], tests)
    assert [test.id for test in found["t.py::test_a[0]"]] == [f"t.py::test_a[{n}]" for n in range(4)]
    assert [test.ending for test in found["t.py::test_b"]] == [NativeEnding.MISSING]
