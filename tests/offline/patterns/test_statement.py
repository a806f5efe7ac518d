"""The page that a problem was copied from asks for nothing; its constraints may."""

from __future__ import annotations

import pytest

from specwright.offline.coverage import left_by_classic
from specwright.offline.patterns.catalogue import named
from specwright.offline.patterns.statement import without_page
from specwright.offline.understand import sentences_of

COPIED = """\
1920. Majority Element
Easy
Topics
Companies
Given an array nums of size n, return the majority element.

The majority element is the element that appears more than ⌊n / 2⌋ times.

Example 1:

Input: nums = [3,2,3]
Output: 3

Constraints:

n == nums.length
1 <= n <= 5 * 10^4
All the integers in nums are unique.
{constraint}

Follow-up: Could you solve the problem in linear time and in O(1) space?
"""


def test_number_menus_and_promises_about_inputs_are_left_out() -> None:
    text = without_page(COPIED.format(constraint="nums consists of positive integers."))
    left = [line for line in text.splitlines() if line.strip()]
    assert left[0] == "Majority Element"
    assert left[1].startswith("Given an array")
    assert not set(left) & {"Easy", "Topics", "Companies", "Constraints:", "n == nums.length"}
    assert not any("unique" in line or "positive" in line or "Follow" in line for line in left)
    assert sentences_of(COPIED)[:2] == ["Majority Element", left[1]]


@pytest.mark.parametrize(
    "constraint",
    [
        "The result is sorted in descending order.",
        "Return -1 if there is none.",
        "Words are compared without regard to case.",
        "Do not count negative numbers.",
        "The answer of an empty array is 7.",
        "Every 3rd number counts twice.",
    ],
)
def test_a_constraint_that_asks_for_something_is_kept_and_bars(constraint: str) -> None:
    problem = COPIED.format(constraint=constraint)
    assert constraint in without_page(problem)
    pattern = named("majority_element")
    assert left_by_classic(problem, pattern.signature, pattern)
    assert not left_by_classic(COPIED.format(constraint=""), pattern.signature, pattern)


@pytest.mark.parametrize("problem", ["1. Add two numbers", "Hard", "Return n.\nTopics are sorted by name."])
def test_words_that_are_no_frame_stay(problem: str) -> None:
    assert without_page(problem) == problem
