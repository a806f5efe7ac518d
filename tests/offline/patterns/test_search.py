from __future__ import annotations

import pytest

from specwright.offline.patterns.catalogue import catalogue
from specwright.offline.patterns.search import find


@pytest.mark.parametrize(
    ("problem", "name"),
    [
        ("Two Sum", "two_sum"),
        (
            """Given an array of integers nums and an integer target, return indices of the two numbers such that they
            add up to target. You may assume that each input would have exactly one solution.""",
            "two_sum",
        ),
        ("Tell me if a word is the same when read backwards (a palindrome).", "is_exact_palindrome"),
        ("I need the Levenshtein distance of two words", "edit_distance"),
        ("Order tasks so that every prerequisite comes before what needs it", "topological_sort"),
        ("sieve of Eratosthenes: list the primes up to n", "primes_up_to"),
        ("merge all overlapping intervals", "merge_intervals"),
        ("Are the brackets in this string balanced?", "is_balanced"),
    ],
)
def test_the_classic_that_is_asked_for_is_found_first(problem: str, name: str) -> None:
    assert find(problem)[0].pattern.name == name


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)], ids=["a quarter", "all"])
def test_patterns_are_found_by_each_of_their_wordings(step: int) -> None:
    for pattern in catalogue()[::step]:
        for wording in pattern.wordings:
            assert pattern.name in [match.pattern.name for match in find(wording)], wording


def test_an_unrelated_problem_finds_nothing_of_weight() -> None:
    matches = find("Render the weather forecast of Reykjavik as a pie chart in the terminal")
    assert all(match.score < 0.5 for match in matches)


def test_words_that_no_wording_has_weigh_against_a_match() -> None:
    plain = find("reverse a string")[0]
    other = find("reverse a string after encrypting every third consonant")
    assert plain.score == 1.0
    assert all(match.score < 0.7 for match in other)


def test_the_asked_name_finds_the_pattern_too() -> None:
    assert find("do the usual thing", name="mergeIntervals")[0].pattern.name == "merge_intervals"
