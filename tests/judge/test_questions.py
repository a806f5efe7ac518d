"""Which input the person who knows is asked about."""

from __future__ import annotations

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.evidence.ruling import Cluster, Decision, Verdict
from specwright.core.program.data import Data
from specwright.core.work.question import ANSWERED
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.judge.questions import Tried, next_question


def verdict(**weights: float) -> Verdict:
    clusters = tuple(Cluster(candidates=(who,), copies=1, probability=weight) for who, weight in weights.items())
    return Verdict(
        chosen=max(weights, key=lambda who: weights[who]),
        confidence=max(weights.values()),
        decision=Decision.GO_ON,
        candidates=weights,
        tests={},
        rulings=(),
        clusters=clusters,
    )


def tried(given: Data, **answers: Data) -> Tried:
    outcomes = {
        who: Outcome(ending=Ending.RAISED, error=value[0])
        if isinstance(value, tuple)
        else Outcome(ending=Ending.RETURNED, value=value)
        for who, value in answers.items()
    }
    return Tried({"x": given}, outcomes, written=True)


def test_the_input_that_splits_the_probability_best_is_asked_about() -> None:
    inputs = [tried(1, a=1, b=1, c=2), tried(2, a=1, b=2, c=2), tried(3, a=1, b=1, c=1)]
    question = next_question("f", inputs, verdict(a=0.5, b=0.3, c=0.2), asked=())
    assert question is not None
    assert question.inputs == {"x": 2}
    assert [choice.expected for choice in question.choices] == [Returns(value=1), Returns(value=2)]
    assert [choice.candidates for choice in question.choices] == [("a",), ("b", "c")]


def test_a_small_input_is_preferred_to_a_large_one_that_tells_the_same() -> None:
    large = list(range(60))
    question = next_question("f", [tried(large, a=1, b=2), tried([1], a=1, b=2)], verdict(a=0.5, b=0.5), asked=())
    assert question is not None
    assert question.inputs == {"x": [1]}


def test_an_answered_input_is_not_asked_about_again() -> None:
    inputs = [tried(1, a=1, b=2), tried(2, a=5, b=5)]
    question = next_question("f", inputs, verdict(a=0.5, b=0.5), asked=[{"x": 1}])
    assert question is not None
    assert question.confirming
    assert question.inputs == {"x": 2}


def test_where_all_agree_the_richest_answer_is_to_be_confirmed() -> None:
    inputs = [tried(1, a=0, b=0), tried(2, a=[3, 1, 4], b=[3, 1, 4]), tried(3, a=True, b=True)]
    question = next_question("f", inputs, verdict(a=0.6, b=0.4), asked=())
    assert question is not None
    assert question.confirming
    assert question.choices[0].expected == Returns(value=[3, 1, 4])


def test_errors_of_every_kind_are_one_answer() -> None:
    inputs = [tried(1, a=("ValueError",), b=("KeyError",), c=7)]
    question = next_question("f", inputs, verdict(a=0.3, b=0.3, c=0.4), asked=())
    assert question is not None
    assert [choice.expected for choice in question.choices] == [Raises(), Returns(value=7)]


def test_without_anything_tried_nothing_is_asked() -> None:
    assert next_question("f", [], verdict(a=1.0), asked=()) is None


def said(given: Data, value: Data, source: str = ANSWERED) -> TestCase:
    return TestCase(id="a1", name="", inputs={"x": given}, expected=Returns(value=value), tier=Tier.USER, source=source)


def test_an_input_that_somebody_wrote_goes_before_a_made_up_one_that_tells_the_same() -> None:
    written, made_up = tried(7, a=1, b=2), tried(3, a=1, b=2)._replace(written=False)
    question = next_question("f", [made_up, written], verdict(a=0.5, b=0.5))
    assert question is not None
    assert question.inputs == {"x": 7}


def test_after_an_answer_to_an_odd_input_a_plain_one_is_to_be_confirmed() -> None:
    inputs = [tried(1, a=1, b=2), tried(2, a=[5, 6], b=[5, 6]), tried(3, a=3, b=4)]
    after_answer = next_question("f", inputs, verdict(a=0.5, b=0.5), answered=[said(1, 1)])
    with_example = next_question("f", inputs, verdict(a=0.5, b=0.5), answered=[said(1, 1, "an example")])
    assert after_answer is not None
    assert with_example is not None
    assert (after_answer.inputs, after_answer.confirming) == ({"x": 2}, True)
    assert (with_example.inputs, with_example.confirming) == ({"x": 3}, False)


def test_what_the_words_leave_open_is_asked_about_first() -> None:
    inputs = [tried(1, a=1, b=2), tried("aB", a=[1, 2], b=[1, 2])]
    question = next_question("f", inputs, verdict(a=0.5, b=0.5), open_inputs=[{"x": "aB"}])
    assert question is not None
    assert question.inputs == {"x": "aB"}


def test_where_most_candidates_fail_an_input_is_hardly_worth_a_question() -> None:
    inputs = [tried(1, a=("E",), b=("E",), c=5), tried(2, a=1, b=2, c=1)]
    question = next_question("f", inputs, verdict(a=0.4, b=0.3, c=0.3))
    assert question is not None
    assert question.inputs == {"x": 2}


def test_an_open_input_is_asked_about_even_if_its_answer_is_only_yes_or_no() -> None:
    had = [said(2, False, "an example")]
    assert next_question("f", [tried(1, a=True)], verdict(a=0.9), answered=had) is None
    question = next_question("f", [tried(1, a=True)], verdict(a=0.9), answered=had, open_inputs=[{"x": 1}])
    assert question is not None
    assert question.confirming


def test_an_input_of_another_kind_than_those_of_the_task_comes_last() -> None:
    written = tried([1, 2], a=1, b=1)
    strange, fitting = (tried(given, a=1, b=2)._replace(written=False) for given in (-1, [7, 7]))
    question = next_question("f", [strange, written, fitting], verdict(a=0.5, b=0.5), asked=[{"x": [1, 2]}])
    assert question is not None
    assert question.inputs == {"x": [7, 7]}
    empty = tried([], a=1, b=2)._replace(written=False)
    question = next_question("f", [strange, written, empty], verdict(a=0.5, b=0.5), asked=[{"x": [1, 2]}])
    assert question is not None
    assert question.inputs == {"x": []}


def test_a_task_that_nobody_confirmed_is_asked_about_even_if_the_answer_is_only_yes_or_no() -> None:
    question = next_question("f", [tried(1900, a=False), tried(2023, a=False)], verdict(a=0.6))
    assert question is not None
    assert question.confirming


def test_a_call_whose_answer_is_nothing_is_confirmed_last() -> None:
    question = next_question("f", [tried("", a=0), tried("rhythm and blues", a=3)], verdict(a=0.6))
    assert question is not None
    assert question.inputs == {"x": "rhythm and blues"}
