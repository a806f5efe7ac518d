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
        ("Count the vowels of a word.", "Tally the vowels of a word."),
        ("Check whether all digits are even.", "Check if all digits are even."),
        ("Return the product of the odd digits.", "Return the multiplication of the odd digits."),
        ("Count the digits that are positive.", "Count the digits that are greater than zero."),
        ("Write a function to sort the pairs by the second place.", "Order the pairs by the second place."),
    ],
)
def test_other_words_for_the_same(one: str, other: str) -> None:
    assert same_words(one, signature("nums"), other, signature("numbers"))


LARGEST = "Return the largest product of two numbers of a list of {}integers."


@pytest.mark.parametrize(
    ("known", "asked", "same"),
    [
        (LARGEST.format("positive "), LARGEST.format(""), False),
        (LARGEST.format("positive "), LARGEST.format("positive "), True),
        (LARGEST.format(""), LARGEST.format("positive "), True),
        (LARGEST.format("positive "), LARGEST.format("distinct "), False),
        ("Given a non-empty list, return its range.", "Given a list, return its range.", False),
        ("Return the range of a list. 1 <= len(items) <= 9", "Return the range of a list.", False),
        ("Given a string s consisting of digits, shift it.", "Given a string s, shift it.", False),
    ],
)
def test_what_a_program_may_rely_on_must_be_promised_again(known: str, asked: str, same: bool) -> None:
    assert same_words(asked, signature("items"), known, signature("items")) is same


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
        ("Sum the numbers above zero.", "Sum the numbers below zero."),
        ("Keep numbers greater than 0.5.", "Keep positive .5 numbers."),
        ("Sum the even positive numbers.", "Sum the even distinct numbers."),
        ("Return the words in ascending order.", "Return the words in descending order."),
        ("Return 1 if n is even.", "Return 1 and check if n is even."),
        ("Convert a tuple to a string.", "Convert a list to a number."),
        ("", "Write a function."),
    ],
)
def test_small_words_that_turn_the_meaning_count(one: str, other: str) -> None:
    assert not same_words(one, signature("x"), other, signature("x"))
