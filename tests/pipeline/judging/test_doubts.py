"""Numbers alone do not decide between two readings of the task."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests import stories

from specwright import api
from specwright.core.evidence.bar import BarKind
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.testing.scripted import Rule

PROBLEM = "Convert a Roman numeral to an integer. Raise ValueError if the text is no valid Roman numeral."
TASK = Task(problem=PROBLEM, examples=("s='XIV' -> 14", "s='MMXXVI' -> 2026", "s='DCXLIX' -> 649"))
SPECIFICATION: dict[str, Any] = {
    "summary": "Convert a Roman numeral to an integer.",
    "params": [{"name": "s", "type": "str"}],
    "returns": "int",
    "requirements": [{"text": "Return the number."}, {"text": "Raise ValueError if the numeral is not valid."}],
}
LENIENT = (
    """def run_code(s):
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    if not s or any(c not in values for c in s):
        raise ValueError(s)
    return sum(-values[a] if values[a] < values.get(b, 0) else values[a] for a, b in zip(s, s[1:] + " "))
""",
    """def run_code(s):
    values = dict(zip("IVXLCDM", (1, 5, 10, 50, 100, 500, 1000)))
    total = last = 0
    if s == "" or set(s) - set(values):
        raise ValueError("no numeral")
    for letter in reversed(s):
        value = values[letter]
        total += -value if value < last else value
        last = max(last, value)
    return total
""",
)
AGREEING = (LENIENT[0], LENIENT[1].replace("last = max(last, value)", "last = value"))
"""Both read the task alike, so nothing but the strict program speaks against them."""
STRICT = """import re

def run_code(s):
    if not s or not re.fullmatch("M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})", s):
        raise ValueError(s)
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    numbers = [values[c] for c in s]
    return sum(-n if any(m > n for m in numbers[i + 1:i + 2]) else n for i, n in enumerate(numbers))
"""
PAIRS = [("I", 1), ("IV", 4), ("LVIII", 58), ("MCMXCIV", 1994), ("MMMCMXCIX", 3999), ("CDXLIV", 444), ("CM", 900)]
NUMBERS = [{"name": text, "requirement": "R1", "input": {"s": text}, "expected": number} for text, number in PAIRS]
INVALID = [
    {"name": f"invalid {text}", "requirement": "R2", "input": {"s": text}, "raises": "ValueError"}
    for text in ("", "X1")
]
FOUR_ONES = {"name": "IIII", "requirement": "R2", "input": {"s": "IIII"}, "raises": "ValueError"}
INSISTS = Rule(
    stage="revise_tests",
    reply={"reasoning": "IIII is not valid", "revised_test_cases": [{"id": "t10", "raises": "ValueError"}]},
)
GIVES_IN = Rule(
    stage="revise_tests",
    reply={"reasoning": "most programs say 4", "revised_test_cases": [{"id": "t10", "expected": 4}]},
)
LENIENT_TEST = {"name": "IIII", "requirement": "R1", "input": {"s": "IIII"}, "expected": 4}
NO_REFERENCE = Rule(stage="write_oracle", fails="the server is gone")


def solved(
    folder: Path,
    tests: list[dict[str, Any]],
    reference: Rule,
    writer: Rule = INSISTS,
    lenient: tuple[str, ...] = LENIENT,
) -> Result:
    codes = [
        Rule(stage="write_code", sample=at, reply=stories.fenced(code)) for at, code in enumerate((*lenient, STRICT))
    ]
    rules = [
        Rule(stage="specify", reply=SPECIFICATION),
        Rule(stage="write_tests", reply={"cases": tests}),
        *codes,
        writer,
        reference,
        Rule(stage="write_code", reply=stories.fenced(STRICT)),
        Rule(stage="revise_code", reply={"reasoning": "it is right", "fault": "test"}),
        Rule(stage="write_inputs", reply={"inputs": [{"s": "VX"}]}),
    ]
    settings = stories.settings(folder, code_generation={"candidates": 3})
    return asyncio.run(api.solve_task(TASK, settings, model=stories.model(rules)))


def written(code: str) -> Rule:
    return Rule(stage="write_oracle", reply=stories.fenced(code.replace("run_code(s):", "run_code(s):  # slowly")))


TESTS = pytest.mark.parametrize(
    "tests", [[*NUMBERS, *INVALID, FOUR_ONES], [*NUMBERS, *INVALID]], ids=["a test shows it", "no test shows it"]
)


@TESTS
def test_a_reference_decides_against_the_larger_number(tmp_path: Path, tests: list[dict[str, Any]]) -> None:
    result = solved(tmp_path, tests, written(STRICT))
    assert "re.fullmatch" in (result.code or "")
    assert any(test.expected == {"raises": None} for test in result.tests if test.tier.value == "oracle")


@TESTS
def test_without_a_reference_the_word_is_not_said(tmp_path: Path, tests: list[dict[str, Any]]) -> None:
    result = solved(tmp_path, tests, NO_REFERENCE)
    assert not result.verified


def test_the_bar_names_the_input_and_both_answers(tmp_path: Path) -> None:
    result = solved(tmp_path, [*NUMBERS, *INVALID], NO_REFERENCE)
    [bar, *_] = [bar for bar in result.bars if bar.kind is BarKind.DISSENT]
    assert "raised ValueError" in bar.text
    assert "--example 's=" in bar.remedy


def test_a_reference_may_side_with_the_larger_number(tmp_path: Path) -> None:
    result = solved(tmp_path, [*NUMBERS, *INVALID], written(LENIENT[0]))
    assert "re.fullmatch" not in (result.code or "")
    assert not [bar for bar in result.bars if bar.kind is BarKind.DISSENT]


GIVEN_IN = pytest.mark.parametrize(
    ("last", "writer"),
    [(FOUR_ONES, GIVES_IN), (LENIENT_TEST, INSISTS)],
    ids=["the writer gives in", "the writer is lenient too"],
)


@GIVEN_IN
def test_a_test_that_follows_the_larger_number_silences_nobody(
    tmp_path: Path, last: dict[str, Any], writer: Rule
) -> None:
    result = solved(tmp_path, [*NUMBERS, *INVALID, last], NO_REFERENCE, writer, AGREEING)
    assert not result.verified, result.tests
    assert "re.fullmatch" in (result.code or "") or BarKind.DISSENT in {bar.kind for bar in result.bars}


@GIVEN_IN
def test_a_reference_is_heard_against_a_test_that_follows_the_larger_number(
    tmp_path: Path, last: dict[str, Any], writer: Rule
) -> None:
    result = solved(tmp_path, [*NUMBERS, *INVALID, last], written(STRICT), writer, AGREEING)
    assert not result.verified or "re.fullmatch" in (result.code or "")


def test_a_reference_that_cannot_be_used_is_asked_for_once_more(tmp_path: Path) -> None:
    broken = Rule(stage="write_oracle", sample=0, reply=stories.fenced("def run_code(s):\n    return 0\n"))
    reference = Rule(stage="write_oracle", sample=1, reply=written(LENIENT[0]).reply)
    result = solved(tmp_path, [*NUMBERS, *INVALID], broken, reference, AGREEING)
    assert any("fails one of the examples" in text for text in result.warnings)
    assert not [bar for bar in result.bars if bar.kind is BarKind.DISSENT]
    assert [test for test in result.tests if test.tier.value == "oracle"]
