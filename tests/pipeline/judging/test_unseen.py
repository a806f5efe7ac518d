"""What only the code answers is worked out from the words by somebody who does not see the code."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from pathlib import Path
from typing import Any

import pytest
from tests import stories
from tests.pipeline.judging.test_bars import solve
from tests.pipeline.judging.test_shown import CODES, SPECIFICATION, TELLING, TESTS, Rereading, right

from specwright.core.run.result import Result, Word
from specwright.core.work.task import Task
from specwright.ports.model import Question
from specwright.testing.scripted import Rule

PROBLEM = (
    "Return the names in the order of their points, highest first. Of equal points the earlier one comes first. A "
    "name with negative points is skipped."
)
REQUIREMENTS = [{"text": sentence.strip()} for sentence in PROBLEM.split(".") if sentence]
NO_TIES = [case for case in TESTS["cases"] if case["requirement"] != "R2"]
ONE_TIE = {"name": "a tie", "requirement": "R2", "input": {"names": ["p"], "points": [7]}, "expected": ["p"]}
"""It is called a tie and is none."""


class Answers:
    """Works the inputs out, and remembers what it was asked."""

    def __init__(self, **answer: Any) -> None:
        self._answer = answer
        self.asked: list[str] = []

    def __call__(self, question: Question) -> str | None:
        if question.stage != "work_out":
            return None
        text = question.turns[-1].text
        self.asked.append(text)
        found = re.findall(r"^(\d+)\. names=(\[.*?\]), points=(\[.*?\])$", text, re.MULTILINE)
        return json.dumps(
            {
                "answers": [
                    {"input": int(number), "expected": right(literal_eval(names), literal_eval(points))} | self._answer
                    for number, names, points in found
                ]
            }
        )


def rank(folder: Path, answers: Answers, *examples: str) -> Result:
    begin = [
        Rule(stage="specify", reply={**SPECIFICATION, "requirements": REQUIREMENTS}),
        Rule(stage="write_tests", reply={"cases": [*NO_TIES, ONE_TIE]}),
    ]
    return solve(
        folder, [answers, Rereading(), *begin, *stories.writers(CODES)], Task(problem=PROBLEM, examples=examples)
    )


def test_what_the_words_say_of_further_inputs_needs_no_line_to_paste(tmp_path: Path) -> None:
    answers = Answers(requirement="R2")
    result = rank(tmp_path, answers, TELLING)
    assert result.word is Word.VERIFIED, (result.bars, result.confidence)
    (asked,) = answers.asked
    assert "->" not in asked.partition("Inputs:")[2]  # what the code answers is not shown
    assert any(test.name.startswith("further input") for test in result.tests)


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ({"open": True}, Word.UNCONFIRMED),
        ({"requirement": None}, Word.UNCONFIRMED),
        ({"requirement": "R2", "expected": ["q", "p"]}, Word.NOT_VERIFIED),
    ],
)
def test_what_is_open_or_answered_otherwise_is_not_settled(tmp_path: Path, answer: dict[str, Any], word: Word) -> None:
    result = rank(tmp_path, Answers(**answer), TELLING)
    assert result.word is word, (result.bars, result.confidence)


def test_nothing_is_worked_out_if_nobody_confirmed_anything(tmp_path: Path) -> None:
    answers = Answers(requirement="R2")
    assert not rank(tmp_path, answers).verified
    assert answers.asked == []
