"""Cases in the forms of other data sets mean the same, and what cannot be read is refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from specwright.core.errors import UserError
from specwright.core.evidence.case_set import read_case_set
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.kind import TaskKind
from specwright.core.work.testcase import Returns

OWN = [{"args": [1, 2], "expected": 3}, {"args": [4, 5], "expected": 9}]


@pytest.mark.parametrize(
    "given",
    [
        {"entry_point": "add", "cases": OWN},
        {"entry_point": "add", "cases": json.dumps(OWN)},
        json.dumps({"fn_name": "add", "cases": OWN}),
        {"fn_name": "add", "inputs": [[1, 2], [4, 5]], "outputs": [3, 9]},
        {"fn_name": "add", "inputs": ["1\n2", "4\n5\n"], "outputs": ["3", "9"]},
    ],
)
def test_functions_are_read_in_every_form(given: Any) -> None:
    read = read_case_set(given)
    assert read.signature.name == "add"
    assert [list(case.inputs.values()) for case in read.cases] == [[1, 2], [4, 5]]
    assert [case.expected for case in read.cases] == [Returns(value=3), Returns(value=9)]


def test_texts_are_no_json_where_arguments_are_values() -> None:
    read = read_case_set({"fn_name": "f", "inputs": [["1"]], "outputs": ["1"]})
    assert read.cases[0].expected == Returns(value="1")


@pytest.mark.parametrize("given", [{"inputs": ["1 2\n"], "outputs": ["3\n"]}, [{"stdin": "1 2\n", "expected": "3\n"}]])
def test_without_a_function_they_are_programs(given: Any) -> None:
    read = read_case_set(given)
    assert read.signature.kind is TaskKind.PROGRAM
    assert read.cases[0].inputs["stdin"] == "1 2\n"
    printed = Outcome(ending=Ending.RETURNED, value={"$tuple": ["3", 0, {"$map": []}]})
    assert read.passed(read.cases, [printed]) == (True,)


def test_an_answer_in_a_list_of_its_own_may_mean_either() -> None:
    read = read_case_set({"fn_name": "f", "inputs": [[1], [2]], "outputs": [[5], 6]})
    answers: list[tuple[Any, Any]] = [([5], 6), (5, 6), (6, [6])]
    told = [[Outcome(ending=Ending.RETURNED, value=value) for value in pair] for pair in answers]
    assert [read.passed(read.cases, outcomes) for outcomes in told] == [(True, True), (True, True), (False, False)]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("{", "no JSON"),
        (7, "neither a list nor an object"),
        ([], "there is no case"),
        ({"cases": []}, "there is no case"),
        ({"case": OWN}, "no 'case'"),
        ({"fn_name": "f"}, "neither `cases` nor"),
        ({"inputs": ["1"], "outputs": []}, "1 `inputs` and 0 `outputs`"),
        ({"inputs": [], "outputs": []}, "there is no case"),
        ({"inputs": [{}], "outputs": ["3"]}, "standard input is a text"),
        ({"fn_name": "not a name", "inputs": [[1]], "outputs": [1]}, "cannot name a function"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(given: Any, words: str) -> None:
    with pytest.raises(UserError, match=words):
        read_case_set(given)
