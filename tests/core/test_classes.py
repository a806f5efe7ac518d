"""Classes as values: sequences of calls, their results, and which problems ask for one."""

from __future__ import annotations

from typing import Any

import pytest
from tests.stories.class_stories import PROBLEM

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Ending, Outcome, passes
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import CALLS, Method, Parameter, Signature, class_signature
from specwright.core.program.steps import UNSTATED, raised
from specwright.core.program.types import ANY, Type
from specwright.core.work.reading.kinds.sequences import sequences
from specwright.core.work.recognise import class_in, kind_of
from specwright.core.work.task import Task
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.judge.probes.inputs import from_known, smaller

INT = Type("int")
SIGNATURE = class_signature(
    Method(name="LRUCache", params=(Parameter(name="capacity", type=INT),)),
    (
        Method(name="put", params=(Parameter(name="key", type=INT), Parameter(name="value", type=INT))),
        Method(name="get", params=(Parameter(name="key", type=INT),), returns=INT),
    ),
)
DOCTEST = "Write a class Counter.\n>>> c = Counter()\n>>> c.add(3)\n>>> c.total()\n3\n"
COMMENTS = "Create a Stack class.\ns = Stack(2)\ns.push(1)\ns.pop()  # returns 1\ns.pop()  # raises IndexError\n"
LIST = 'A class. ["LRUCache(2)", "put(1,1)", "get(1) -> 1", "get(5) raises KeyError"]'


def read(text: str) -> list[tuple[Any, Any]]:
    return [(example.kwargs[CALLS], example.expected.value) for example in sequences(text)]  # type: ignore[union-attr]


def test_sequences_are_read_in_every_form() -> None:
    assert read(DOCTEST) == [([["Counter"], ["add", 3], ["total"]], [None, UNSTATED, 3])]
    assert read(COMMENTS) == [
        ([["Stack", 2], ["push", 1], ["pop"], ["pop"]], [None, UNSTATED, 1, raised("IndexError")])
    ]
    assert read(LIST) == [
        ([["LRUCache", 2], ["put", 1, 1], ["get", 1], ["get", 5]], [None, UNSTATED, 1, raised("KeyError")])
    ]
    [(calls, results)] = read(PROBLEM)
    assert calls[0] == ["LRUCache", 2]
    assert results == [None, None, None, 1, None, -1, 3]


@pytest.mark.parametrize(
    "text",
    [
        DOCTEST,
        COMMENTS,
        LIST,
        PROBLEM,
        "Implement a class `Queue` with push and pop.",
        "Class TextBuffer with the methods insert(pos, text) and undo().",
        "A PriorityQueue class: push(item, priority) and pop() return the item.",
        "Bank account in cents. The class Account has deposit(amount).",
    ],
)
def test_these_words_ask_for_a_class(text: str) -> None:
    assert kind_of(Task(problem=text)) is TaskKind.CLASS


@pytest.mark.parametrize(
    "text",
    [
        "class Solution:\n    def f(self, x): ...",
        "A function that names the class of a number.",
        "Return the name of the Parent class of each entry.",
        "Given a school, return the pupils of the class Biology.",
    ],
)
def test_these_words_ask_for_a_function(text: str) -> None:
    assert kind_of(Task(problem=text)) is TaskKind.FUNCTION
    assert class_in("Design a class RateLimiter.") == "RateLimiter"


@pytest.mark.parametrize(
    ("calls", "why"),
    [
        ([], "begins with the constructor"),
        ([["put", 1, 1]], "does not"),
        ([["LRUCache", 2], ["peek"]], "no method 'peek'"),
        ([["LRUCache", 2], ["get"]], "takes 1 arguments"),
        ([["LRUCache", 2], ["LRUCache", 3]], "called twice"),
        ([["LRUCache", 2], 3], "no call"),
    ],
)
def test_a_sequence_that_cannot_be_called_is_refused(calls: Any, why: str) -> None:
    with pytest.raises(UserError, match=why):
        SIGNATURE.inputs({CALLS: calls})


def test_results_must_be_as_many_as_calls() -> None:
    inputs = SIGNATURE.inputs({CALLS: [["LRUCache", 2], ["get", 1]]})
    with pytest.raises(UserError, match="2 calls and 1 results"):
        SIGNATURE.expected([None], inputs)
    assert SIGNATURE.expected([{"raises": "any"}], inputs) == [raised("")]


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ([None, 1], [None, 1], True),
        ([None, 1], [None, 2], False),
        ([None, 1], [None], False),
        ([None, UNSTATED], [None, 5], True),
        ([None, UNSTATED], [None, raised("KeyError")], False),
        ([None, raised("")], [None, raised("KeyError")], True),
        ([None, raised("LookupError")], [None, raised("KeyError")], True),
        ([None, raised("ValueError")], [None, raised("KeyError")], False),
        ([None, raised("")], [None, 3], False),
    ],
)
def test_results_are_compared_step_by_step(expected: Any, actual: Any, same: bool) -> None:
    case = TestCase(id="t", name="t", inputs={CALLS: []}, expected=Returns(value=expected), tier=Tier.USER)
    assert passes(case, Outcome(ending=Ending.RETURNED, value=actual), Type("list", ANY)) is same


def test_further_sequences_are_legal() -> None:
    known = [SIGNATURE.inputs({CALLS: [["LRUCache", 2], ["put", 1, 1], ["get", 1], ["put", 2, 9], ["get", 5]]})]
    made = from_known(known, 0, 30, SIGNATURE)
    assert len(made) >= 20
    for run in (*made, *smaller(made[0], SIGNATURE, known)):
        assert SIGNATURE.inputs(run) == run
        assert all(key >= 0 for _, key, *_ in run[CALLS][1:])


def test_a_signature_of_a_class_survives_its_record() -> None:
    assert Signature.model_validate(SIGNATURE.model_dump(mode="json")) == SIGNATURE
