"""The commands on existing code, with a scripted model, from the request to the change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from specwright import Client
from specwright.core.existing.outcome import ChangeReport, ChangeWord
from specwright.core.run.result import State
from specwright.testing.scripted import Rule, ScriptedModel

BASE = "LIMIT = 2\n"
CODE = '''"""Numbers."""

from __future__ import annotations

from kit.base import LIMIT


def mean(values: list[float]) -> float:
    """Return the mean; 0.0 of no values."""
    return sum(values) / len(values)


def twice(items: list[int]) -> list[int]:
    """Return the items that stand at least LIMIT times, as they come first."""
    found: list[int] = []
    for item in items:
        if items.count(item) >= LIMIT and item not in found:
            found.append(item)
    return found
'''
TESTS = "from kit.numbers import mean, twice\n\n\ndef test_mean():\n    assert mean([1.0, 3.0]) == 2.0\n\n\n"
TESTS += "def test_twice():\n    assert twice([1, 2, 1]) == [1]\n"
QUICK: dict[str, Any] = {"inputs": 150, "bugs": 0, "figures": False}
WRONG = "def twice(items: list[int]) -> list[int]:\n    return sorted({i for i in items if items.count(i) >= LIMIT})\n"
RIGHT = "def twice(items: list[int]) -> list[int]:\n    counts = Counter(items)\n"
RIGHT += "    return [item for item in counts if counts[item] >= LIMIT]\n"
IMPORT = "from collections import Counter"
MEAN = "def mean(values: list[float]) -> float:\n    return sum(values) / len(values) if values else 0.0\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "pyproject.toml": '[project]\nname = "kit"\n',
        "src/kit/__init__.py": "",
        "src/kit/base.py": BASE,
        "src/kit/numbers.py": CODE,
        "tests/test_numbers.py": TESTS,
    }
    for name, text in files.items():
        (tmp_path / "kit" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "kit" / name).write_text(text)
    return tmp_path / "kit"


def asked(project: Path, verb: str, item: str, rules: list[Rule], **options: Any) -> tuple[ChangeReport, Client]:
    client = Client(model=ScriptedModel(rules), store=project.parent / "runs.db")
    place = f"{project}/src/kit/numbers.py{item and '::' + item}"
    result = getattr(client, verb)(place, **{**QUICK, **options})
    assert result.change is not None, result.explanation
    if verb != "optimise":  # it would be measured again, which takes long
        assert client.replay(result.run_id).same
    return result.change, client


def version(code: str, *imports: str, **more: str) -> dict[str, Any]:
    return {"description": "Changed.", "imports": list(imports), "code": code, **more}


def test_a_version_that_differs_goes_back_to_its_writer_with_the_input(project: Path) -> None:
    rules = [
        Rule(
            stage="change_refactor", contains=("This was said of it: DIFFERENT", "twice("), reply=version(RIGHT, IMPORT)
        ),
        Rule(stage="change_refactor", reply=version(WRONG)),
    ]
    report, _ = asked(project, "refactor", "twice", rules)
    assert report.word is ChangeWord.SAME
    assert [each.id for each in report.discarded] == ["v1"]
    [changed] = report.change.files
    assert changed.path == "src/kit/numbers.py"
    assert (
        changed.after
        == CODE.replace('"""\n\nfrom __f', '"""\n\nfrom __f')
        .replace("\n\nfrom kit.base", f"\n\n{IMPORT}\n\nfrom kit.base")
        .partition("def twice")[0]
        + RIGHT
    )
    assert report.evidence.tests.passed_after == 2


SLOW = (
    RIGHT.partition("\n")[0]
    + """
    found = []
    for item in items:
        if items.count(item) >= LIMIT and item not in found:
            found += [item]
    return found
"""
)


@pytest.mark.parametrize(
    ("code", "word"),
    [(RIGHT, ChangeWord.FASTER), pytest.param(SLOW, ChangeWord.NOT_FASTER, marks=pytest.mark.slow)],
)
def test_a_version_is_kept_only_if_it_is_measurably_faster(project: Path, code: str, word: ChangeWord) -> None:
    rules = [Rule(stage="change_optimise", reply=version(code, IMPORT))]
    report, _ = asked(project, "optimise", "twice", rules, attempts=1)
    assert report.word is word, report.reasons
    if word is ChangeWord.FASTER:
        [found] = report.evidence.optimizations
        assert found.least_speedup is not None
        assert found.least_speedup > 2
    assert report.offered == (word is ChangeWord.FASTER)


def test_a_report_becomes_a_failing_test_and_then_a_repair(project: Path) -> None:
    test = "from kit.numbers import mean\n\n\ndef test_none():\n    assert mean([]) == 0.0\n"
    passes = test.replace("mean([]) == 0.0", "mean([2.0]) == 2.0")
    rules = [
        Rule(stage="reproduce_report", contains="do not show the fault", reply={"description": "x", "tests": test}),
        Rule(stage="reproduce_report", reply={"description": "x", "tests": passes}),
        Rule(stage="change_fix", contains="ZeroDivisionError", reply=version(MEAN)),
    ]
    report, client = asked(project, "fix", "mean", rules, report="mean([]) raises ZeroDivisionError, not 0.0")
    assert report.word is ChangeWord.FIXED, report.reasons
    assert [each.path for each in report.change.files] == ["tests/test_numbers_mean_report.py", "src/kit/numbers.py"]
    [expected] = report.evidence.expected
    assert expected.difference is not None
    assert expected.difference.inputs == {"values": []}
    before = {path: path.read_bytes() for path in project.rglob("*") if path.is_file()}
    written = client.apply("last")
    assert set(written.files) == {"tests/test_numbers_mean_report.py", "src/kit/numbers.py"}
    client.undo("last")
    assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == before


def test_a_report_that_a_test_of_the_project_contradicts_ends_with_both(project: Path) -> None:
    test = "from kit.numbers import mean\n\n\ndef test_other():\n    assert mean([1.0, 3.0]) == 3.0\n"
    rules = [Rule(stage="reproduce_report", reply={"description": "x", "tests": test})]
    report, _ = asked(project, "fix", "mean", rules, report="mean([1.0, 3.0]) must be 3.0")
    assert report.word is ChangeWord.CONTRADICTION
    assert "mean([1.0, 3.0]) is to be 3.0 by the report, and 2.0 by tests/test_numbers.py" in report.reasons[0]


def test_a_fix_without_a_failing_test_changes_nothing(project: Path) -> None:
    report, _ = asked(project, "fix", "mean", [], failing=["test_mean"])
    assert report.word is ChangeWord.NOTHING
    assert "does not fail" in report.reasons[0]


def test_something_new_comes_with_tests_that_fail_without_it(project: Path) -> None:
    new = f'{CODE}\n\ndef first(items: list[int]) -> int:\n    """Return the first."""\n    return items[0]\n'
    test = "from kit.numbers import first\n\n\ndef test_first():\n    assert first([3, 4]) == 3\n"
    rules = [
        Rule(stage="change_extend", contains="NOT ADDED", reply={"description": "x", "code": new, "tests": test}),
        Rule(stage="change_extend", reply={"description": "x", "code": new, "tests": TESTS}),
    ]
    report, _ = asked(project, "extend", "", rules, goal="Add first(items).")
    assert report.word is ChangeWord.ADDED, report.reasons
    assert report.evidence.tests.added == ("tests/test_numbers_added.py::test_first",)
    assert "pass without the change" in report.discarded[0].why


def test_recorded_calls_are_compared_too(project: Path) -> None:
    own = project.parent / "own.py"
    own.write_text(CODE.replace(">= LIMIT and", "> 1 and items != [7, 8, 7, 1, 1] and"))
    (project / "tests/test_more.py").write_text(
        "from kit.numbers import twice\n\n\ndef test_more():\n    assert twice(items=[7, 8, 7, 1, 1]) == [7, 1]\n"
    )
    options = {"proposed": own, "record": "pytest tests/test_more.py -q"}
    report, _ = asked(project, "refactor", "twice", [], **options)
    assert report.word is ChangeWord.DIFFERENT
    [found] = report.evidence.comparisons
    assert found.recorded == found.faithful == 1
    assert found.difference is not None
    assert found.difference.inputs["items"] == [7, 8, 7, 1, 1]


def test_without_a_model_the_run_waits_for_one(project: Path) -> None:
    with Client(model="scripted:none.json", store=project.parent / "runs.db"):
        pass
    with Client(store=project.parent / "runs.db") as client:
        result = client.refactor(f"{project}/src/kit/numbers.py::mean", **QUICK)
    assert result.execution_result is State.MODEL_UNAVAILABLE
    assert "--with FILE" in result.explanation
