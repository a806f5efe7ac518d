"""What bars the word VERIFIED, through the real pipeline and sandbox."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests import stories

from specwright import api
from specwright.core.evidence.bar import Bar, BarKind
from specwright.core.program.data import to_json
from specwright.core.run.result import Result, Spending, State, TestTotals, Word
from specwright.core.work.question import Expected, NotSure, UserAnswer, UserQuestion
from specwright.core.work.task import Task
from specwright.core.work.testcase import Raises, Returns, Tier
from specwright.testing.scripted import Responder, Rule

REMEMBERING = """def run_code(nums: list[int], target: int, seen={}) -> list[int]:  # marker-state
    key = len(seen)
    seen[key] = True
    if key > 9:
        return []
    for i in range(len(nums)):
        for j in range(i + 1, len(nums)):
            if nums[i] + nums[j] == target:
                return [i, j]
    return []
"""


MORE = tuple(
    stories.case(f"pair {n}", [n + 100, 1, n, 2000 + n], n + 1, [1, 2], "R1" if n % 2 else "R2") for n in range(2, 7)
)


class Person:
    """Answers from a list, and keeps the questions."""

    def __init__(self, *answers: UserAnswer) -> None:
        self.answers = list(answers)
        self.questions: list[UserQuestion] = []

    async def answer(self, question: UserQuestion) -> UserAnswer:
        self.questions.append(question)
        return self.answers.pop(0) if self.answers else NotSure()


class Agreeing(Person):
    """Says that the likeliest answer is right."""

    async def answer(self, question: UserQuestion) -> UserAnswer:
        self.questions.append(question)
        return Expected(expected=question.choices[0].expected)


def solve(
    folder: Path, rules: Sequence[Rule | Responder], task: Task = stories.TASK, person: Person | None = None
) -> Result:
    sections: dict[str, Any] = {"code_generation": {"questions": 2}} if person else {}
    settings = stories.settings(folder, **sections)
    return asyncio.run(api.solve_task(task, settings, model=stories.model(rules), person=person))


def test_code_that_remembers_earlier_calls_is_not_verified(tmp_path: Path) -> None:
    copies = [REMEMBERING.replace("marker-state", f"marker-{number}") for number in range(3)]
    result = solve(tmp_path, [*stories.beginning(), *stories.writers(copies)])
    assert not result.verified
    assert BarKind.STATE in [bar.kind for bar in result.bars]


def test_code_whose_result_depends_on_the_order_of_a_set_is_not_verified(tmp_path: Path) -> None:
    """In the sandbox hashes have one seed, so every execution there gives the same."""
    order = "[0, 1][::1 if list({'a', 'b', 'c', 'd'})[0] == 'd' else -1]"
    copies = [
        stories.RIGHT[1].replace("return [i, j]", f"return [[i, j][n] for n in {order}]").replace("-two", f"-{number}")
        for number in range(3)
    ]
    result = solve(tmp_path, [*stories.beginning(), *stories.writers(copies)])
    assert result.test_results.passed == result.test_results.total_tests
    [bar] = [bar for bar in result.bars if bar.kind is BarKind.STATE]
    assert "order of a set" in bar.text


def test_code_that_reads_the_clock_unasked_is_not_verified(tmp_path: Path) -> None:
    turned = "return [i, j] if time.time() < 2e9 else [j, i]"
    copies = [
        f"import time\n\n\n{stories.RIGHT[1]}".replace("return [i, j]", turned).replace("-two", f"-{number}")
        for number in range(3)
    ]
    result = solve(tmp_path, [*stories.beginning(), *stories.writers(copies)])
    assert result.test_results.passed == result.test_results.total_tests
    assert not result.verified
    [bar] = [bar for bar in result.bars if bar.kind is BarKind.SURROUNDINGS]
    assert "`time.time`" in bar.text


SYSTEM, CLOCK = "__import__('os')", "__import__('time')"


@pytest.mark.parametrize("ending", [f"{SYSTEM}._exit(0)", f"{SYSTEM}.abort()", "while True: pass", f"{CLOCK}.sleep(9)"])
def test_code_that_ends_its_process_after_other_calls_is_not_verified(tmp_path: Path, ending: str) -> None:
    """Called alone it answers. That a fresh process answers again shows nothing."""
    code = REMEMBERING.replace("        return []\n    for", f"        {ending}\n    for")
    copies = [code.replace("marker-state", f"marker-{number}") for number in range(3)]
    settings = stories.settings(tmp_path, code_generation={"call_timeout": 1})
    rules = [*stories.beginning(), *stories.writers(copies)]
    result = asyncio.run(api.solve_task(stories.TASK, settings, model=stories.model(rules)))
    assert not result.verified
    assert BarKind.STATE in [bar.kind for bar in result.bars]


def test_a_requirement_that_cannot_be_tested_here_bars_the_word(tmp_path: Path) -> None:
    untestable = {"text": "The result is a DataFrame.", "category": "interface", "untestable": "needs pandas"}
    specification = {**stories.SPECIFICATION, "requirements": [*stories.SPECIFICATION["requirements"], untestable]}
    begin = [Rule(stage="specify", reply=specification), Rule(stage="write_tests", reply=stories.TESTS)]
    result = solve(tmp_path, [*begin, *stories.writers(stories.RIGHT)])
    assert not result.verified
    [bar] = result.bars
    assert bar.kind is BarKind.UNTESTABLE
    assert "DataFrame" in bar.text


def test_a_requirement_that_no_test_checks_gets_tests_of_its_own_or_bars_the_word(tmp_path: Path) -> None:
    one = {"cases": [stories.case("one", [2, 7, 11, 15], 9, [0, 1]), stories.case("two", [-31, 4, 31, 90], 0, [0, 2])]}
    begin = [Rule(stage="specify", reply=stories.SPECIFICATION), Rule(stage="write_tests", reply=one)]
    result = solve(tmp_path, [*begin, *stories.writers(stories.RIGHT)])
    assert [bar.kind for bar in result.bars] == [BarKind.UNTESTED]
    assert "R2" in result.bars[0].text
    assert {row.requirement: row.passed for row in result.matrix} == {"R1": True, "R2": None}


def test_an_answer_of_the_user_becomes_an_example_that_decides(tmp_path: Path) -> None:
    task = stories.TASK.model_copy(update={"examples": ()})
    begin = [Rule(stage="specify", reply=stories.SPECIFICATION), Rule(stage="write_tests", reply=stories.TESTS)]
    person = Person(Expected(expected=Returns(value=[0, 1])))
    result = solve(tmp_path, [*begin, *stories.writers([stories.RIGHT[0], *stories.BUGGY[:2]])], task, person)
    assert person.questions
    answered = [test for test in result.tests if test.tier is Tier.USER]
    assert len(answered) == 1


def test_a_task_that_no_example_and_no_answer_confirms_is_unconfirmed_however_many_programs_agree(
    tmp_path: Path,
) -> None:
    task = Task(problem=stories.PROBLEM)
    rules = [*stories.beginning({"cases": [*stories.RIGHT_CASES, *MORE]}), *stories.writers(stories.ALIKE)]
    alone = solve(tmp_path, rules, task)
    assert alone.word is Word.UNCONFIRMED, (alone.bars, alone.confidence)
    assert not alone.verified
    (bar,) = alone.bars
    assert bar.kind is BarKind.UNCONFIRMED
    assert "confirms that the problem was understood" in bar.text
    assert "--example" in bar.remedy
    (tmp_path / "again").mkdir()
    task = Task(problem=stories.PROBLEM, examples=(bar.example,))
    again = solve(tmp_path / "again", [stories.second_reading, *rules], task)
    assert again.word is Word.VERIFIED, (again.bars, again.confidence)
    assert asyncio.run(api.replay_run(alone.run_id, stories.settings(tmp_path))).same


def test_the_answer_to_one_question_confirms_a_task_without_examples(tmp_path: Path) -> None:
    task = Task(problem=stories.PROBLEM)
    rules = [*stories.beginning({"cases": [*stories.RIGHT_CASES, *MORE]}), *stories.writers(stories.ALIKE)]

    person = Agreeing()
    result = solve(tmp_path, rules, task, person=person)
    assert result.word is Word.VERIFIED, (result.bars, result.confidence)
    assert person.questions


def test_an_unconfirmed_result_with_another_bar_or_a_failed_test_is_not_verified() -> None:
    unconfirmed = Bar(kind=BarKind.UNCONFIRMED, text="nobody confirmed it")
    dissent = Bar(kind=BarKind.DISSENT, text="programs differ")
    plain = Result(
        run_id="r",
        execution_result=State.TESTS_PASSING,
        verified=False,
        confidence=0.97,
        explanation="",
        language="python",
        entry_point="f",
        test_results=TestTotals(total_tests=1, passed=1, failed=0),
        bars=(unconfirmed,),
        model="m",
        sandbox="s",
        spending=Spending(),
    )
    assert plain.word is Word.UNCONFIRMED
    assert plain.model_copy(update={"bars": (unconfirmed, dissent)}).word is Word.NOT_VERIFIED
    assert plain.model_copy(update={"bars": ()}).word is Word.NOT_VERIFIED
    assert plain.model_copy(update={"execution_result": State.TESTS_FAILING}).word is Word.NOT_VERIFIED
    assert plain.to_dict()["word"] == "UNCONFIRMED"


def test_nobody_is_asked_where_the_examples_of_the_user_suffice(tmp_path: Path) -> None:
    person = Person(Expected(expected=Raises()))
    result = solve(tmp_path, stories.FIRST_TRY, person=person)
    assert result.verified
    assert person.questions == []


def test_a_requirement_whose_tests_notice_no_change_of_the_code_bars_the_word(tmp_path: Path) -> None:
    further = {"text": "The pair is searched for in the whole list.", "category": "functional"}
    specification = {**stories.SPECIFICATION, "requirements": [*stories.SPECIFICATION["requirements"], further]}
    vain = [stories.case("nothing to search", [], target, [], "R3") for target in (1, 2)]
    telling = [stories.case("first and last", [8, 60, 70, 1], 9, [0, 3], "R3")]
    for tests, barred in ((vain, True), ([*vain, *telling], False)):
        begin = [
            Rule(stage="specify", reply=specification),
            Rule(stage="write_tests", reply={"cases": [*stories.RIGHT_CASES, *tests]}),
        ]
        folder = tmp_path / str(barred)
        folder.mkdir()
        result = solve(folder, [*begin, *stories.writers(stories.ALIKE)])
        assert result.verified is not barred, (result.bars, result.confidence)
        assert [bar.kind for bar in result.bars] == [BarKind.UNTESTED] * barred
        assert all("no test of R3 fails on a changed or trivial program" in bar.text for bar in result.bars)
        assert asyncio.run(api.replay_run(result.run_id, stories.settings(folder))).same


def test_what_stays_open_although_the_examples_were_read_bars_the_word(tmp_path: Path) -> None:
    said = "The text says -1 where the example says 0."
    specification = {**stories.SPECIFICATION, "unclear": [said]}
    begin = [Rule(stage="specify", reply=specification), *stories.FIRST_TRY[1:]]
    assert stories.FIRST_TRY[0].stage == "specify"
    result = solve(tmp_path, begin)
    assert any(test.tier is Tier.USER for test in result.tests)
    assert [(bar.kind, said in bar.text, bar.remedy) for bar in result.bars] == [
        (BarKind.OPEN_POINT, True, "say in the problem which is meant")
    ]
    assert not result.verified


def test_an_answer_about_one_input_does_not_settle_what_the_problem_leaves_open(tmp_path: Path) -> None:
    said = "Whether the target is a sum or a difference."
    begin = [
        Rule(stage="specify", reply={**stories.SPECIFICATION, "unclear": [said]}),
        Rule(stage="write_tests", reply={"cases": [*stories.RIGHT_CASES, *MORE]}),
    ]
    person = Agreeing()
    result = solve(tmp_path, [*begin, *stories.writers(stories.ALIKE)], Task(problem=stories.PROBLEM), person)
    assert person.questions
    assert [(bar.kind, said in bar.text) for bar in result.bars] == [(BarKind.OPEN_POINT, True)]
    assert not result.verified


def test_who_confirmed_nothing_is_asked_about_an_input_that_was_written_for_the_task(tmp_path: Path) -> None:
    """Not about a made-up one, although the programs part there."""
    odd = "list[int]:\n    if nums and max(nums) < 0:\n        return [9]\n"
    parting = stories.ALIKE[0].replace("list[int]:", odd, 1)
    rules = [
        *stories.beginning({"cases": [*stories.RIGHT_CASES, *MORE]}),
        *stories.writers([stories.ALIKE[1], parting, stories.ALIKE[2]]),
    ]
    person = Agreeing()
    result = solve(tmp_path, rules, Task(problem=stories.PROBLEM), person)
    written = [test.input for test in result.tests if test.tier is not Tier.USER]
    assert {name: to_json(value) for name, value in person.questions[0].inputs.items()} in written


def test_answers_that_differ_in_an_order_that_does_not_count_are_one_choice(tmp_path: Path) -> None:
    turned = tuple(code.replace("return [i, j]", "return [j, i]") for code in stories.ALIKE[:1])
    rules = [
        Rule(stage="specify", reply={**stories.SPECIFICATION, "any_order": True}),
        Rule(stage="write_tests", reply={"cases": [*stories.RIGHT_CASES, *MORE]}),
        *stories.writers([*turned, *stories.ALIKE[1:]]),
    ]
    person = Agreeing()
    solve(tmp_path, rules, Task(problem=stories.PROBLEM), person)
    assert person.questions
    assert all(question.confirming for question in person.questions), person.questions


def test_tests_that_all_want_the_same_are_named_though_the_judge_does_not_accept_the_code(tmp_path: Path) -> None:
    nothing = [stories.case(f"nothing {n}", [n, 9], 1, [], "R2") for n in range(3, 7)]
    begin = [
        Rule(stage="specify", reply=stories.SPECIFICATION),
        Rule(stage="write_tests", reply={"cases": nothing}),
    ]
    task = stories.TASK.model_copy(
        update={"examples": (), "problem": "Find the pair of items that add up to a target."}
    )
    result = solve(tmp_path, [*begin, *stories.writers(stories.ALIKE)], task)
    assert not result.verified
    assert BarKind.WEAK_TESTS in {bar.kind for bar in result.bars}


def test_nobody_is_asked_for_examples_of_what_no_call_can_show(tmp_path: Path) -> None:
    requirement = {"text": "The greeting is printed.", "untestable": "a call shows no output"}
    task = stories.TASK.model_copy(update={"examples": (), "problem": "Print the pair of items."})
    specification = {**stories.SPECIFICATION, "requirements": [requirement]}
    result = solve(tmp_path, [Rule(stage="specify", reply=specification), *stories.writers(stories.ALIKE)], task)
    assert result.test_results.total_tests == 0
    assert "no requirement can be tested" in result.explanation


def test_a_requirement_of_which_every_test_wants_an_error_is_one_of_errors(tmp_path: Path) -> None:
    """No small change of code turns an error into a result; requirements of errors need no test that notices one."""
    refused = {"text": "A list without numbers is refused.", "category": "functional"}
    specification = {**stories.SPECIFICATION, "requirements": [*stories.SPECIFICATION["requirements"], refused]}
    empty = [
        {
            "name": f"no numbers for {target}",
            "requirement": "R3",
            "input": {"nums": [], "target": target},
            "raises": "any",
        }
        for target in (1, 2)
    ]
    rules = [
        Rule(stage="specify", reply=specification),
        Rule(stage="write_tests", reply={"cases": [*stories.RIGHT_CASES, *empty]}),
        *stories.writers([re.sub(r"(def .*\n)", r"\1    nums[0]\n", code, count=1) for code in stories.ALIKE]),
    ]
    result = solve(tmp_path, rules)
    assert result.execution_result.passing, result.explanation
    assert not [bar for bar in result.bars if bar.kind is BarKind.UNTESTED]
