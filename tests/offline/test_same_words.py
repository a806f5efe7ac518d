from __future__ import annotations

import pytest

from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.offline.same_words import same_words

SORT = "Write a function to sort the words of a text by their length."


def signature(name: str = "text") -> Signature:
    return Signature(name="f", params=(Parameter(name=name, type=Type("str")),), returns=Type("str"))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SORT, "Please implement a routine to sort the words of a string by their length."),
        (SORT, "I need some Python code to sort words in a given text by the length."),
        ("Find the largest number in a list.", "Return the maximum number of an array, please."),
        ("Given nums, return the doubled sum of nums.", "Return the doubled sum of numbers."),
    ],
)
def test_other_words_for_the_same(one: str, other: str) -> None:
    assert same_words(one, signature("nums"), other, signature("numbers"))


@pytest.mark.parametrize(
    "other",
    [
        "Without recursion, write a function to sort the words of a text by their length.",
        "Write a function to sort the words of a text by their first letter.",
        "Write a function to sort the words of a text by their length, descending.",
        "Write a function to sort the lengths of a text by their word.",
        "Write a function that does not sort the words of a text by their length.",
    ],
)
def test_one_word_more_or_less_or_in_another_place_is_another_problem(other: str) -> None:
    assert not same_words(SORT, signature(), other, signature())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Convert binary to decimal.", "Convert to binary from decimal."),
        ("Check whether any number is even.", "Check whether all numbers are even."),
        ("Is n divisible by 2 and 3?", "Is n divisible by 2 or 3?"),
        ("Sort a list.", "Sort a string."),
        ("Convert a tuple to a string.", "Convert a list to a number."),
        ("", "Write a function."),
    ],
)
def test_small_words_that_turn_the_meaning_count(one: str, other: str) -> None:
    assert not same_words(one, signature("x"), other, signature("x"))
