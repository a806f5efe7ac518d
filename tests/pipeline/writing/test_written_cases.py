"""What a reply of the test writer becomes."""

from __future__ import annotations

import pytest

from specwright.core.work.testcase import Returns
from specwright.pipeline.writing.tests import _states


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
    assert _states(problem, quote, inputs, Returns(value=expected)) is stated
