"""Every word of a problem is covered by the classic, or it is named."""

from __future__ import annotations

import pytest
from benchmarks.words import classics

from specwright.core.program.signature import Signature
from specwright.core.program.types import Type
from specwright.offline.coverage import left_by_classic
from specwright.offline.patterns.account import uncovered, vocabulary
from specwright.offline.patterns.catalogue import named
from specwright.offline.patterns.cover import covering
from specwright.offline.patterns.search import find


def words(name: str, problem: str) -> set[str]:
    return {word for left in covering(named(name), problem) for word in left.words}


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("is_leap_year", "Return whether a year is a leap year."),
        (
            "two_sum",
            "Given an array of integers nums and a target, return indices of the two numbers that add up to it.",
        ),
        (
            "binary_search",
            "Implement binary search. Return the index of the target in a sorted array, or -1 if not found.",
        ),
        ("is_prime", "Write a function to check whether the given number is prime or not."),
        ("fibonacci", "Write a function that returns the n-th Fibonacci number. 0 <= n <= 30"),
        ("is_anagram", "Check whether two strings are anagrams. Return True if they are and False otherwise."),
        ("is_balanced", "Given a string containing only brackets, determine whether they are balanced."),
    ],
)
def test_a_classic_in_plain_words_is_covered(name: str, problem: str) -> None:
    assert words(name, problem) == set()


@pytest.mark.parametrize(
    ("name", "problem", "left"),
    [
        ("is_leap_year", "Return whether a year is a leap year. Use the Julian calendar.", {"Julian"}),
        ("is_prime", "Is the number a prime? One counts as prime here.", {"One", "counts"}),
        ("is_prime", "Check whether n is prime. n is prime if n <= 3.", {"if", "3", "<="}),
        ("is_anagram", "Check whether two strings are anagrams. Return False if they are the same.", {"False", "if"}),
        (
            "is_ipv4",
            "Check if a string is a valid IPv4 address. Leading zeroes are fine.",
            {"Leading", "fine"},
        ),
        ("reverse_words", "Reverse the words of a text separated by '_'.", {"_"}),
        ("running_sum", "Return the running sum of the positive numbers of a list.", {"positive"}),
        ("intersection", "Return the common elements of two lists as a sorted list.", {"sorted"}),
        ("union", "Return the union of two lists, those of the second list first.", {"second"}),
        ("remove_duplicates", "def f(items):  # keep the last\n    Remove duplicates from a list.", {"last", "#"}),
        ("count_vowels", "Count the vowels in a string. u is no vowel.", {"no"}),
        (
            "two_sum",
            "Return the indices of the two numbers that add up to target. An element may be used twice.",
            {"twice"},
        ),
        (
            "fizz_buzz",
            "Fizz for multiples of 5, Buzz for multiples of 3, FizzBuzz for both, for 1 to n.",
            {"5", "3", "1"},
        ),
        (
            "majority_element",
            "Find the majority element of a list, or None when there is none.",
            {"None", "when", "none"},
        ),
    ],
)
def test_a_changed_clause_is_named_by_its_words(name: str, problem: str, left: set[str]) -> None:
    assert left <= words(name, problem)


def test_a_problem_that_says_less_than_the_classic_leaves_it_open() -> None:
    assert words("sum_of_even_squares", "Return the sum of the squares."), "even is what the classic adds"


def test_examples_in_the_text_ask_for_nothing_and_what_stands_beside_them_does() -> None:
    whole = Signature(name="f", params=(), returns=Type.parse("int"))
    problem = "Return the factorial of n. f(3) == 6, f(0) == 1."
    assert left_by_classic(problem, whole, named("factorial")) == ()
    [left] = left_by_classic(f"{problem} Odd n are halved.", whole, named("factorial"))
    assert left.words == ("Odd", "halved")


def test_a_word_behind_a_negation_is_covered_only_together_with_it() -> None:
    known = vocabulary(["Return the parts without leading zeroes."])
    assert uncovered("Return the parts without leading zeroes.", known) == ()
    assert uncovered("Return the parts with leading zeroes.", known)


def test_every_changed_classic_of_the_benchmark_that_a_classic_is_found_for_is_named() -> None:
    silent = [
        changed.problem
        for name in ("tune", "fresh")
        for changed in classics("changed", name)
        if (found := find(changed.problem)) and not covering(found[0].pattern, changed.problem)
    ]
    assert silent == []


def test_a_name_alone_does_not_make_a_match() -> None:
    assert not any(match.score >= 0.6 for match in find("Do what is needed.", "two_sum"))


@pytest.mark.parametrize(
    ("problem", "name"),
    [
        ("int to roman", "int_to_roman"),
        ("Convert an integer to a roman numeral", "int_to_roman"),
        ("roman to int", "roman_to_int"),
        ("fahrenheit to celsius", "fahrenheit_to_celsius"),
        ("Convert Celsius to Fahrenheit", "celsius_to_fahrenheit"),
        ("fizzbuzz", "fizz_buzz"),
    ],
)
def test_the_way_back_is_another_classic(problem: str, name: str) -> None:
    assert find(problem)[0].pattern.name == name
    assert len(find(problem)) == 1 or find(problem)[1].score < 0.6 or name == "fizz_buzz"
