"""What a reply of the test writer becomes."""

from __future__ import annotations

from typing import Any

import pytest

from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.example import parse_example
from specwright.core.work.task import Requirement, Specification
from specwright.core.work.testcase import Expectation, Raises, Returns
from specwright.core.work.wording.stated import is_stated
from specwright.pipeline.writing.tests import user_cases


@pytest.mark.parametrize(
    ("quote", "inputs", "expected", "stated"),
    [
        ("slug('Big News') gives 'big-news'", {"text": "Big News"}, "big-news", True),
        ("Big News becomes big-news", {"text": "Big News"}, "big-news", True),
        ("the slug of Big  News is big-news", {"text": "Big News"}, "big-news", False),
        ("at most 10 words", {"text": "a"}, "1", False),
        ("at most 10 words", {"text": "words"}, "1", False),
        ("words that are not there: a b", {"text": "a"}, "b", False),
    ],
)
def test_only_words_that_hold_the_inputs_and_the_answer_make_an_example_of_the_problem(
    quote: str, inputs: dict[str, str], expected: str, stated: bool
) -> None:
    """Else a writer of tests could lend its own guess the weight of the problem's words."""
    problem = "slug('Big News') gives 'big-news'. Big News becomes big-news. Use at most 10 words."
    assert is_stated(problem, quote, inputs, Returns(value=expected)) is stated


RULES = """An empty list has no median: return None. Zero gives "0 seconds". Anything else, such as IIII, VX, lower case
or an empty string, raises ValueError. No transactions: an empty list. 7 is not 9. 3 gives 3, in 5 steps."""
OTHERS = "Anything else, such as IIII, VX, lower case or an empty string, raises ValueError"


@pytest.mark.parametrize(
    ("quote", "inputs", "expected", "stated"),
    [
        ("An empty list has no median: return None", {"nums": []}, Returns(value=None), True),
        ("An empty list has no median: return None", {"nums": [1]}, Returns(value=None), False),
        ('Zero gives "0 seconds"', {"n": 0}, Returns(value="0 seconds"), True),
        ("No transactions: an empty list", {"rows": []}, Returns(value=[]), True),
        ("No transactions: an empty list", {"rows": [], "k": 3}, Returns(value=[]), False),
        (OTHERS, {"text": "VX"}, Raises(error="ValueError"), True),
        (OTHERS, {"text": ""}, Raises(error="ValueError"), True),
        (OTHERS, {"text": "XX"}, Raises(error="ValueError"), False),
        (OTHERS, {"text": "VX"}, Raises(error="KeyError"), False),
        ("7 is not 9", {"n": 7}, Returns(value=9), False),
        ("3 gives 3", {"n": 3}, Returns(value=3), True),
        ("in 5 steps", {"n": 5}, Returns(value=5), False),
    ],
)
def test_words_for_values_and_errors_state_a_test_too(
    quote: str, inputs: dict[str, Any], expected: Expectation, stated: bool
) -> None:
    assert is_stated(RULES, quote, inputs, expected) is stated


def test_an_example_shows_the_only_requirement_whose_words_state_it() -> None:
    text = Parameter(name="text", type=Type.parse("str"))
    specification = Specification(
        summary="Parse a duration.",
        signature=Signature(name="parse", params=(text,), returns=Type.parse("int")),
        requirements=(
            Requirement(id="R1", text="Hours and minutes are added up."),
            Requirement(id="R2", text="The empty text '' raises ValueError."),
        ),
    )
    examples = (parse_example("'' raises ValueError"), parse_example("'1h' -> 60"))
    assert [case.requirement for case in user_cases(specification, examples)] == ["R2", None]
