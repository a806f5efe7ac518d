"""The words of a problem count only after a second reading, by somebody who sees neither tests nor code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests import stories
from tests.pipeline.judging.test_bars import Person, solve
from tests.pipeline.judging.test_shown import CODES, SECOND_READING, SPECIFICATION, TELLING, TESTS, Rereading

from specwright.core.run.result import Result, Word
from specwright.core.work.question import Expected, Indifferent
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns
from specwright.testing.scripted import Responder, Rule

LATER = (
    "Return the names, highest points first; of equal points the later one comes first. Negative points are skipped."
)
"""The writers take the earlier one first, though they copy the words."""
MISREAD = [
    Rule(
        stage="specify",
        reply={
            **SPECIFICATION,
            "requirements": [
                {"text": "Return the names, highest points first."},
                {"text": "Of equal points the later one comes first."},
                {"text": "Negative points are skipped."},
            ],
        },
    ),
    Rule(stage="write_tests", reply=TESTS),
    *stories.writers(CODES),
]
TIE = {"passage": 2, "input": {"names": ["i", "j"], "points": [3, 3]}, "expected": ["j", "i"]}
NOTICING = Rereading(SECOND_READING["cases"][0], TIE, SECOND_READING["cases"][2])


def rank(folder: Path, rules: list[Rule | Responder], person: Person | None = None) -> Result:
    return solve(folder, rules, Task(problem=LATER, examples=(TELLING,)), person=person)


def choosing(answer: str) -> list[Responder]:
    """Return a third reader who sides with the second one, with the code, or with neither."""

    def choose(question: Any) -> str | None:
        if question.stage != "choose_reading":
            return None
        first_is_reading = "a: ['j', 'i']" in question.turns[-1].text
        letter = {"reading": "ab"[not first_is_reading], "code": "ab"[first_is_reading]}.get(answer, answer)
        return f'{{"choices": [{{"call": 1, "because": "of the words", "answer": "{letter}"}}]}}'

    return [choose]


def test_a_misreading_that_copies_the_words_is_seen_by_the_second_reading(tmp_path: Path) -> None:
    result = rank(tmp_path, [NOTICING, *choosing("reading"), *MISREAD])
    assert result.word is Word.UNCONFIRMED, (result.bars, result.confidence)
    (bar,) = result.bars
    assert "the code gives ['i', 'j'], and a second reading of 'of equal points the later one comes" in bar.text
    assert bar.example == 'names=["i", "j"], points=[3, 3] -> ["j", "i"]'


@pytest.mark.parametrize(("answer", "word"), [("code", Word.VERIFIED), ("neither", Word.UNCONFIRMED)])
def test_a_third_reader_may_side_with_the_code(tmp_path: Path, answer: str, word: Word) -> None:
    result = rank(tmp_path, [NOTICING, *choosing(answer), *MISREAD])
    assert result.word is word, (result.bars, result.confidence)


def test_a_third_reader_who_answers_other_calls_or_one_call_twice_takes_nothing_back(tmp_path: Path) -> None:
    for name, calls in (("other", (1, 7)), ("twice", (1, 1)), ("none", ())):
        choices = [f'{{"call": {call}, "answer": "{letter}"}}' for call, letter in zip(calls, "ab", strict=False)]
        reply = f'{{"choices": [{", ".join(choices)}]}}'
        (tmp_path / name).mkdir()
        result = rank(tmp_path / name, [NOTICING, Rule(stage="choose_reading", reply=reply), *MISREAD])
        assert result.word is Word.UNCONFIRMED, (name, result.bars, result.execution_result)


def test_words_do_not_count_without_a_second_reading_nor_where_it_finds_no_answer(tmp_path: Path) -> None:
    assert rank(tmp_path, [*MISREAD]).word is Word.UNCONFIRMED
    for name, reading in (("open", Rereading(open=True)), ("lazy", Rereading({**TIE, "passage": 9}))):
        (tmp_path / name).mkdir()
        assert rank(tmp_path / name, [reading, *MISREAD]).word is Word.UNCONFIRMED, name


def test_the_second_reader_sees_neither_answers_nor_code(tmp_path: Path) -> None:
    reading = Rereading()
    assert rank(tmp_path, [reading, *MISREAD]).word is Word.VERIFIED  # it misreads the words too
    (asked,) = reading.asked
    assert "sorted(" not in asked
    assert "->" not in asked.partition("Calls:")[2]


def test_a_person_is_asked_with_both_answers(tmp_path: Path) -> None:
    person = Person(Indifferent())
    rank(tmp_path, [NOTICING, *choosing("reading"), *MISREAD], person)
    (question,) = person.questions
    assert [choice.expected for choice in question.choices] == [Returns(value=["i", "j"]), Returns(value=["j", "i"])]


def test_an_answer_for_the_second_reading_is_what_the_code_must_do(tmp_path: Path) -> None:
    person = Person(Expected(expected=Returns(value=["j", "i"])))
    result = rank(tmp_path, [NOTICING, *choosing("reading"), *MISREAD], person)
    assert not result.verified
