"""An example speaks only for what it shows: if a changed program passes all examples, something is unconfirmed."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests import stories
from tests.pipeline.judging.test_bars import Agreeing, Person, solve

from specwright.core.evidence.bar import BarKind
from specwright.core.run.result import Result, Word
from specwright.core.work.question import Expected, Indifferent, UserAnswer, UserQuestion
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns
from specwright.ports.model import Question
from specwright.testing.scripted import Rule

PROBLEM = (
    "Return the names, highest points first; of equal points the later one comes first. Negative points are skipped."
)
"""The writers below all take the earlier one first."""
SPECIFICATION = {
    "summary": "Rank the names by points.",
    "params": [{"name": "names", "type": "list[str]"}, {"name": "points", "type": "list[int]"}],
    "returns": "list[str]",
    "requirements": [
        {"text": "Names come in the order of their points, highest first."},
        {"text": "Of equal points the earlier one comes first."},
        {"text": "A name with negative points is skipped."},
    ],
}
CASES = [
    ("three", ["a", "b", "c"], [1, 3, 2], ["b", "c", "a"], "R1"),
    ("in order", ["x", "y"], [9, 4], ["x", "y"], "R1"),
    ("one", ["only"], [5], ["only"], "R1"),
    ("a tie", ["p", "q"], [7, 7], ["p", "q"], "R2"),
    ("a tie below", ["k", "l", "m"], [2, 8, 2], ["l", "k", "m"], "R2"),
    ("negative", ["u", "v"], [-1, 4], ["v"], "R3"),
    ("zero stays", ["u", "v"], [0, 4], ["v", "u"], "R3"),
]
TESTS = {
    "cases": [
        {"name": name, "requirement": requirement, "input": {"names": names, "points": points}, "expected": expected}
        for name, names, points, expected, requirement in CASES
    ]
}
CODE = '''def run_code(names: list[str], points: list[int]) -> list[str]:  # {marker}
    """Rank the names by points."""
    pairs = [(p, n) for n, p in zip(names, points) if p >= 0]
    return [n for p, n in sorted(pairs, key=lambda pair: {key})]
'''
CODES = [
    CODE.format(marker=f"marker-{n}", key=key) for n, key in enumerate(("-pair[0]", "0 - pair[0]", "-1 * pair[0]"))
]
TELLING = 'names=["a", "b", "c", "d"], points=[1, 3, -2, 0] -> ["b", "a", "d"]'
"""Shows the order and what is skipped, but no equal points."""
RULES = [
    Rule(stage="specify", reply=SPECIFICATION),
    Rule(stage="write_tests", reply=TESTS),
    *stories.writers(CODES),
]


SECOND_READING = {
    "cases": [
        {"passage": 1, "input": {"names": ["g", "h"], "points": [1, 2]}, "expected": ["h", "g"]},
        {"passage": 2, "input": {"names": ["i", "j"], "points": [3, 3]}, "expected": ["i", "j"]},
        {"passage": 3, "input": {"names": ["o", "w"], "points": [-1, 0]}, "expected": ["w"]},
    ]
}


class Rereading:
    """Reads the problem a second time: what the passages ask for, and the calls that it is shown."""

    def __init__(self, *cases: Mapping[str, Any], **of_calls: Any) -> None:
        self._cases, self._of_calls = cases or tuple(SECOND_READING["cases"]), of_calls
        self.asked: list[str] = []

    def __call__(self, question: Question) -> str | None:
        if question.stage != "read_passages":
            return None
        text = question.turns[-1].text
        self.asked.append(text)
        calls = re.findall(r"^(\d+)\. names=(\[.*?\]), points=(\[.*?\])$", text, re.MULTILINE)
        worked_out = [
            {"passage": 2, "call": int(number), "expected": right(literal_eval(names), literal_eval(points))}
            | self._of_calls
            for number, names, points in calls
        ]
        return json.dumps({"cases": [*self._cases, *(one for one in worked_out if "open" not in one)]})


def right(names: list[str], points: list[int]) -> list[str]:
    """Rank as the writers' programs do: of equal points the earlier one first."""
    pairs = sorted(zip(points, names, strict=True), key=lambda pair: -pair[0])
    return [name for point, name in pairs if point >= 0]


def rank(folder: Path, *examples: str, person: Person | None = None) -> Result:
    return solve(folder, RULES, Task(problem=PROBLEM, examples=examples), person=person)


def test_what_no_example_shows_leaves_the_result_unconfirmed_and_an_example_to_paste(tmp_path: Path) -> None:
    result = rank(tmp_path, TELLING)
    assert result.word is Word.UNCONFIRMED, (result.bars, result.confidence)
    (bar,) = result.bars
    assert bar.kind is BarKind.UNCONFIRMED
    assert "R2 (Of equal points the earlier one comes first)" in bar.text
    assert bar.example in bar.remedy
    (tmp_path / "again").mkdir()
    again = rank(tmp_path / "again", TELLING, bar.example)
    assert again.word is Word.VERIFIED, (again.bars, again.confidence)


def test_a_sentence_of_the_problem_in_the_same_words_shows_what_its_tests_check(tmp_path: Path) -> None:
    """The problem of the story has `later` where the requirement has `earlier`; here both say the same."""
    task = Task(problem=PROBLEM.replace("later", "earlier"), examples=(TELLING,))
    result = solve(tmp_path, [Rereading(), *RULES], task)
    assert result.word is Word.VERIFIED, (result.bars, result.confidence)


def test_an_example_that_shows_everything_is_enough(tmp_path: Path) -> None:
    everything = 'names=["a", "b", "c", "d", "e"], points=[1, 3, -2, 0, 3] -> ["b", "e", "a", "d"]'
    assert rank(tmp_path, everything).word is Word.VERIFIED


def test_a_person_is_asked_about_what_no_example_shows(tmp_path: Path) -> None:
    person = Agreeing()
    result = rank(tmp_path, TELLING, person=person)
    assert [question.about for question in person.questions] == [("Of equal points the earlier one comes first.",)]
    assert result.word is Word.VERIFIED, (result.bars, result.confidence)


class Knowing(Person):
    """Knows that of equal points the later one comes first."""

    def __init__(self) -> None:
        super().__init__(Indifferent())

    async def answer(self, question: UserQuestion) -> UserAnswer:
        self.questions.append(question)
        pairs = list(zip(question.inputs["points"], question.inputs["names"], strict=True))[::-1]
        ranked = sorted((pair for pair in pairs if pair[0] >= 0), key=lambda pair: -pair[0])
        return Expected(expected=Returns(value=[name for _, name in ranked]))


def test_a_misreading_that_tests_and_programs_share_does_not_survive_the_question(tmp_path: Path) -> None:
    result = rank(tmp_path, TELLING, person=Knowing())
    assert not result.verified


def test_what_the_person_says_is_what_the_code_must_do(tmp_path: Path) -> None:
    """The answer contradicts a requirement, all tests of it and all programs: the code is revised, then the tests."""
    right = CODE.format(marker="marker-r", key="-pair[0]").replace("sorted(pairs,", "sorted(pairs[::-1],")
    corrected = [{"id": "t4", "expected": ["q", "p"]}, {"id": "t5", "expected": ["l", "m", "k"]}]
    rules = [*RULES, stories.revision_of_code(right, "the later one first"), stories.revision_of_tests(*corrected)]
    result = solve(tmp_path, rules, Task(problem=PROBLEM, examples=(TELLING,)), person=Knowing())
    assert result.code is not None
    assert "pairs[::-1]" in result.code, (result.execution_result, result.explanation, result.warnings)
    assert all(test.passed for test in result.tests), (result.tests, result.revisions)


def test_what_does_not_matter_to_the_person_need_not_be_shown(tmp_path: Path) -> None:
    person = Person(Indifferent())
    result = rank(tmp_path, TELLING, person=person)
    assert result.word is Word.VERIFIED, (result.bars, result.confidence)


@pytest.mark.parametrize(
    ("example", "bound"), [("n=20 -> true", True), ("n=20 -> true; n=35 -> false; n=0 -> false; n=-20 -> false", False)]
)
def test_the_bound_of_a_yes_or_no_function_must_be_shown(tmp_path: Path, example: str, bound: bool) -> None:
    specification = {
        "summary": "Tell whether a number is round.",
        "params": [{"name": "n", "type": "int"}],
        "returns": "bool",
        "requirements": [{"text": "A multiple of 10 is round."}, {"text": "A number below 1 is not round."}],
    }
    numbers = {20: "R1", 35: "R1", 100: "R1", 7: "R1", 90: "R1", 1000: "R1", 0: "R2", -20: "R2", -35: "R2", -1: "R2"}
    cases = [
        {"name": f"of {n}", "requirement": name, "input": {"n": n}, "expected": n > 0 and n % 10 == 0}
        for n, name in numbers.items()
    ]
    bodies = ("n > 0 and n % 10 == 0", "n % 10 == 0 and n > 0", "n in range(10, n + 1, 10)")
    codes = [f"def run_code(n: int) -> bool:  # marker-{body[:5]}\n    return {body}\n" for body in bodies]
    begin = [Rule(stage="specify", reply=specification), Rule(stage="write_tests", reply={"cases": cases})]
    task = Task(problem="Is n round?", examples=tuple(example.split("; ")))
    result = solve(tmp_path, [*begin, *stories.writers(codes)], task)
    assert any("A number below 1" in bar.text for bar in result.bars) is bound, (result.bars, result.confidence)
    assert result.verified is not bound


def test_how_negative_numbers_are_rounded_must_be_shown(tmp_path: Path) -> None:
    specification = {
        "summary": "Round to tens.",
        "params": [{"name": "n", "type": "int"}],
        "returns": "int",
        "requirements": [{"text": "Return the nearest multiple of 10; a half goes up."}],
    }
    numbers = (14, 25, 7, 30, 104, 985, -14, -15, -36)
    cases = [
        {"name": f"of {n}", "requirement": "R1", "input": {"n": n}, "expected": (n + 5) // 10 * 10} for n in numbers
    ]
    bodies = ("(n + 5) // 10 * 10", "n + 5 - (n + 5) % 10", "10 * ((5 + n) // 10)")
    codes = [f"def run_code(n: int) -> int:  # marker-{at}\n    return {body}\n" for at, body in enumerate(bodies)]
    begin = [Rule(stage="specify", reply=specification), Rule(stage="write_tests", reply={"cases": cases})]
    for examples, asked in (
        (("n=14 -> 10", "n=25 -> 30"), True),
        (("n=14 -> 10", "n=25 -> 30", "n=-14 -> -10"), False),
    ):
        folder = tmp_path / str(asked)
        folder.mkdir()
        task = Task(problem="Round to tens, halves up.", examples=examples)
        result = solve(folder, [*begin, *stories.writers(codes)], task)
        assert any("n=-" in bar.example for bar in result.bars) is asked, result.bars
