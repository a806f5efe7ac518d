"""What of a problem a specification leaves out."""

from __future__ import annotations

import pytest

from specwright.core.work.reading.unsaid import is_said, unsaid

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


TOLD = (
    "Return the names, highest points first; of equal points the later one comes first. Negative points are skipped. "
    "Spaces at the end are not removed. At most three names are returned, joined by ', '. Only names with fewer than "
    "20 letters count. An empty list of names gives None."
)


@pytest.mark.parametrize(
    "requirement",
    [
        "Of equal points the later one comes first.",
        "A name with negative points is skipped.",
        "Spaces at the end are not removed.",
        "At most three names are returned.",
        "The names are joined by ', '.",
        "Only names with fewer than 20 letters are counted.",
        "An empty list of names gives None.",
    ],
)
def test_a_requirement_in_the_problems_words_is_said(requirement: str) -> None:
    assert is_said(TOLD, requirement)


@pytest.mark.parametrize(
    "requirement",
    [
        "Of equal points the earlier one comes first.",
        "Names with negative points are kept.",
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
    ],
)
def test_a_requirement_with_one_word_that_turns_it_round_is_not_said(requirement: str) -> None:
    assert not is_said(TOLD, requirement)


def test_a_problem_in_few_words_says_nothing_in_particular() -> None:
    assert not is_said("Write a function to sort the names by points.", "The names are sorted by points.")
