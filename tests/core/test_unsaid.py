"""What of a problem a specification leaves out."""

from __future__ import annotations

import pytest

from specwright.core.work.wording.said import is_said
from specwright.core.work.wording.unsaid import sentences, unsaid

PROBLEM = (
    "Write a function tidy(title) that returns the title in lower case. The word 'Draft' is dropped, however it is "
    "capitalised; spaces at the end of the rest are removed. A title of more than 40 characters is cut, but never "
    "inside a word. For example tidy('My Draft') -> 'my'."
)
REQUIREMENTS = {
    "lower": "The title is returned in lower case.",
    "word": "The word Draft is dropped, whatever letters of it are capitalised.",
    "spaces": "Spaces at the end of the rest are removed.",
    "cut": "A title longer than 40 characters is cut.",
    "whole": "It is never cut inside a word.",
}


def test_a_specification_that_says_everything_leaves_nothing_out() -> None:
    assert unsaid(PROBLEM, " ".join(REQUIREMENTS.values())) == ()


@pytest.mark.parametrize(
    ("left_out", "clause"),
    [("spaces", "spaces at the end of the rest are removed."), ("cut", "A title of more than 40 characters is cut")],
)
def test_a_requirement_that_is_left_out_is_named_by_the_problems_words(left_out: str, clause: str) -> None:
    said = " ".join(text for name, text in REQUIREMENTS.items() if name != left_out)
    assert unsaid(PROBLEM, said) == (clause,)


def test_a_word_that_was_read_too_narrowly_is_named() -> None:
    said = " ".join({**REQUIREMENTS, "word": "The word Draft is dropped."}.values())
    assert unsaid(PROBLEM, said) == ("however it is capitalised",)


def test_other_words_throughout_are_no_omission() -> None:
    assert unsaid(PROBLEM, "Der Titel in Kleinbuchstaben.") == ()


@pytest.mark.parametrize("problem", ["", "Reverse it.", "```\nanything at all here\n```", "f(3) -> 6, tripled"])
def test_nothing_is_left_out_of_what_says_nothing(problem: str) -> None:
    assert unsaid(problem, "Return three times the number.") == ()


REST = "put(item) stores an item at the front, take(count) takes the oldest items, and size() counts what is stored."


@pytest.mark.parametrize(
    ("begins", "clauses"),
    [
        ("Lots without a date are skipped.", ("Lots without a date are skipped.",)),
        ("Design a class Warehouse:", ()),
        ("Write a function that skips blank lines:", ("Write a function that skips blank lines",)),
    ],
)
def test_the_order_of_a_task_demands_nothing(begins: str, clauses: tuple[str, ...]) -> None:
    assert unsaid(f"{begins} {REST}", REST) == clauses


TOLD = (
    "Return the names, highest points first; of equal points the later one comes first. Negative points are "
    "skipped. Spaces at the end are not removed. At most three names are returned, joined by ', '. Only names with "
    "fewer than 20 letters count. An empty list of names gives None. Hours go from 0 to 23 and minutes from 0 to "
    "59. Winter is subtracted from spring. A month without a day is refused. In the table, replace points by stars. "
    "If a name or its points are missing, the season is 'dry'. Small words are kept, unless they are the first or "
    "the last word. Digits and letters are counted. Raise ValueError if there is no person or if the total is "
    "negative. Return the problems: 'short' if it has fewer than 3 letters, 'long' if it has more. Write a function "
    "that adds up the amounts of each name and prints one line for each name. An invoice is late after 30 days, a "
    "reminder after 40 days. Each letter 'x' is replaced by the letter 'y'. Return x minus y when the flag is set. "
    "A user with a name and a mail address is valid. Prices before tax and rounded up to cents. All words must "
    "match. Customers pay on delivery unless they have credit. If the stock is empty and the order is urgent, raise "
    "KeyError. Every second invoice is checked, at least two of them. Sort by price and then by name."
)


@pytest.mark.parametrize(
    "requirement",
    [
        "Of equal points the later one comes first.",
        "Return the names, highest points first.",
        "Negative points are skipped.",
        "Spaces at the end are not removed.",
        "At most three names are returned.",
        "An empty list of names gives None.",
        "Only names with fewer than 20 letters count.",
        "Months without days are refused.",
        "If a name is missing, the season is 'dry'.",
        "The season is 'dry' if a name is missing.",
        "Small words are kept, unless they are the first word.",
        "Small words are kept, unless they are the last word.",
        "Digits and letters are counted.",
        "Raise ValueError if the total is negative.",
        "Raise ValueError if there is no person.",
        "'short' if it has fewer than 3 letters.",
        "Print one line for each name.",
        "Add up the amounts of each name.",
        "An invoice is late after 30 days.",
    ],
)
def test_a_requirement_in_the_problems_words_is_said(requirement: str) -> None:
    assert is_said(TOLD, requirement)


@pytest.mark.parametrize(
    "requirement",
    [
        "Of equal points the earlier one comes first.",
        "Names with negative points are kept.",
        "Negative points are counted.",
        "Negative points are returned.",
        "A name with positive points is skipped.",
        "Spaces at the end are removed.",
        "Spaces at the beginning are not removed.",
        "Negative points are not skipped.",
        "At least three names are returned.",
        "The names are joined by '; '.",
        "Names with more than 20 letters count.",
        "Only names with fewer than 21 letters count.",
        "Only an empty list of names gives None.",
        "No names with fewer than 20 letters count.",
        "An empty list of points gives an empty text.",
        "Names with fewer than 20 letters give None.",  # the parts of two sentences
        "Hours go from 0 to 59.",  # the parts of two clauses
        "Minutes go from 0 to 23.",
        "Spring is subtracted from winter.",  # subject and object exchanged
        "A day without a month is refused.",
        "Months with days are refused.",
        "Small words are kept.",
        "Raise ValueError if the total is no person.",
        "'long' if it has fewer than 3 letters.",
        "An invoice is late after 40 days.",
        "An invoice is late before 30 days.",
        "Each letter 'y' is replaced by the letter 'x'.",
        "Return y minus x when the flag is set.",
        "A user with a name is valid.",
        "A user with a name or a mail address is valid.",
        "Prices after tax and rounded up to cents.",
        "Prices before tax and rounded to cents.",
        "Any word must match.",
        "Customers pay on delivery.",
        "Customers pay on delivery if they have credit.",
        "If the stock is empty, raise KeyError.",
        "If the stock is empty or the order is urgent, raise KeyError.",
        "The order is urgent, raise KeyError.",
        "Every invoice is checked.",
        "Sort by name and then by price.",
    ],
)
def test_a_requirement_with_one_word_that_turns_it_round_is_not_said(requirement: str) -> None:
    assert not is_said(TOLD, requirement)


METHODS = (
    "A stack of plates. push(x) puts a plate on top. pop() takes the top plate off; it raises IndexError if there is "
    "no plate. It may be called at any time."
)


def test_it_stands_for_the_method_that_the_sentence_before_speaks_of() -> None:
    assert is_said(METHODS, "pop() raises IndexError if there is no plate.")
    assert not is_said(METHODS, "push(x) raises IndexError if there is no plate.")
    assert not is_said(METHODS, "pop() puts a plate on top.")


def test_the_declaration_of_a_function_is_no_example() -> None:
    problem = (
        "Write squeeze(text: &str) -> String for texts of letters: every run of equal letters becomes one letter. "
        "Case counts."
    )
    assert is_said(problem, "Every run of equal letters becomes one letter.")


def test_a_problem_in_few_words_says_nothing_in_particular() -> None:
    assert not is_said("Write a function to sort the names by points.", "The names are sorted by points.")


def test_the_data_of_a_sample_are_no_words_that_a_specification_leaves_out() -> None:
    problem = (
        "Add up the amounts of each name.\n\nSample Input 1\n\nbob 3\nann 5\n\nSample Output 1\n\nann: 5\nbob: 3\n"
    )
    assert sentences(problem) == ["Add up the amounts of each name."]


LISTS = (
    "Letters and digits that follow a dash are dropped. Prices up to 10 or above 100 are refused. Divide the sum "
    "by the count, rounded down, and add one. Return 'a' if x is even, otherwise 'b'. If the flag is set, names "
    "are reversed and cut. Skip lines that start with '#' and are empty. Skip blocks that end with '#' or are "
    "short. Ties are broken by name, and by age if names are equal. Return the larger one, and if both are equal, "
    "the first."
)


@pytest.mark.parametrize(
    ("requirement", "said"),
    [
        ("Prices above 100 are refused.", True),
        ("Skip blocks that are short.", True),
        ("Return 'a' if x is even.", True),
        ("Return the larger one.", True),
        ("Letters are dropped.", False),
        ("Divide the sum by the count and add one.", False),
        ("Return 'b'.", False),
        ("Names are reversed.", False),
        ("Skip lines that are empty.", False),
        ("Ties are broken by age.", False),
        ("Return the first.", False),
    ],
)
def test_an_alternative_may_be_left_out_and_what_restricts_the_rest_may_not(requirement: str, said: bool) -> None:
    assert is_said(LISTS, requirement) is said


FEES = (
    "Write a function `fee(minutes)` that computes what parking costs in cents. A car pays by the minute: the first "
    "half hour is free, every further hour costs 200 (the free minutes count as part of the first hour), but never "
    "more than 1500 are paid for a day. A negative number, a number which is no integer, and anything else raise "
    "ValueError. `fee(minutes)` returns the cents as an integer. Regulars pay half, but only on Sundays. Tickets are "
    "free, if they are lost. Orders that are paid, shipped, and delivered are archived. Sort by price (lowest first), "
    "then by name."
)


def fee_is_said(*requirements: str) -> list[bool]:
    return [is_said(FEES, text, requirements) for text in requirements]


def test_requirements_that_cut_a_sentence_into_its_clauses_say_what_it_says() -> None:
    cut = (
        "The first half hour is free.",
        "Every further hour costs 200.",
        "The free minutes count as part of the first hour.",
        "But never more than 1500 are paid for a day.",
    )
    assert all(fee_is_said(*cut))
    assert fee_is_said(*cut[:3]) == [False, False, True]  # the exception is in no requirement
    assert all(fee_is_said("Sort by price (lowest first).", "Then by name."))
    assert fee_is_said("Regulars pay half.", "But only on Sundays.")[0] is False
    assert fee_is_said("Tickets are free.", "If they are lost.")[0] is False


def test_subjects_that_share_an_end_are_said_if_each_is_a_requirement() -> None:
    subjects = ("A negative number", "A number which is no integer", "Anything else")
    assert all(fee_is_said(*(f"{subject} raises ValueError." for subject in subjects)))
    assert fee_is_said(f"{subjects[1]} raises ValueError.") == [False]
    assert fee_is_said("Orders that are paid are archived.", "Delivered are archived.")[0] is False


def test_what_stands_in_brackets_and_what_a_call_does_is_said() -> None:
    assert is_said(FEES, "The free minutes count as part of the first hour.")
    assert is_said(FEES, "Returns the cents as an integer.")
    assert is_said(FEES, "Computes what parking costs in cents.")
    assert not is_said(METHODS, "Puts a plate on top.")  # of two methods, either could be meant
