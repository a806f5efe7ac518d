"""Which calls become tests, and calls of existing code with inputs of its own kind."""

from __future__ import annotations

import random
import re

import pytest

from specwright.core.existing.calls import CallPlan, CallStep, Mark, OriginOfTest, PlanOutcome
from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken
from specwright.improving.missing.choosing import PlanChoice, noticing, reaching
from specwright.improving.missing.exploring import is_fair
from specwright.improving.missing.texts import CallSource, matching, matching_texts


def choice(
    name: str, *lines: int, origin: OriginOfTest = OriginOfTest.CHARACTERISATION, ending: str = "returned"
) -> PlanChoice:
    plan = CallPlan(path="a.py", part=name, steps=(CallStep(part=name),))
    marks: frozenset[Mark] = frozenset(("a.py", line, -1) for line in lines)
    return PlanChoice(plan, PlanOutcome(ending=ending, marks=marks, told={}), origin)


WANTED: frozenset[Mark] = frozenset(("a.py", line, -1) for line in range(1, 9))


def test_few_calls_are_chosen_that_reach_all_that_any_call_reaches() -> None:
    tried = [
        choice("a", 1, 2),
        choice("b", 3),
        choice("c", 1, 2, 3, 4),
        choice("d", 5),
        choice("e", 4, 5),
        choice("f", 99),
    ]
    found = reaching(tried, WANTED)
    assert [(each.choice.plan.part, each.reaches) for each in found] == [("c", 4), ("d", 1)]


def test_a_documented_result_is_chosen_before_a_characterisation_that_reaches_more() -> None:
    tried = [choice("more", 1, 2, 3), choice("stated", 1, origin=OriginOfTest.DOCUMENTATION)]
    assert [each.choice.plan.part for each in reaching(tried, WANTED)] == ["stated", "more"]


def test_calls_that_reach_nothing_new_are_added_only_for_bugs_that_the_others_miss() -> None:
    tried = [choice("a", 1), choice("b", 1), choice("c", 1), choice("d", 1)]
    seen = {0: frozenset({0}), 1: frozenset({0}), 2: frozenset({1, 2}), 3: frozenset({2})}
    found = noticing(reaching(tried, WANTED), tried, seen, frozenset({0, 1, 2, 3}))
    assert [(each.choice.plan.part, each.reaches, each.notices) for each in found] == [("a", 1, 1), ("c", 0, 2)]


@pytest.mark.parametrize(
    ("ending", "error", "by_itself", "fair"),
    [
        ("returned", "", False, True),
        ("raised", "ValueError", False, True),
        ("raised", "TypeError", False, False),
        ("raised", "TypeError", True, True),
        ("touched", "open", False, False),
        ("unfinished", "time", False, False),
    ],
)
def test_an_error_of_a_wrong_argument_counts_only_if_the_code_raises_it(
    ending: str, error: str, by_itself: bool, fair: bool
) -> None:
    assert is_fair(PlanOutcome(ending=ending, error=error, by_itself=by_itself)) is fair


@pytest.mark.parametrize(
    "pattern", [r"^@@ -(\d+)(?:,(\d+))? \+(\d+) @@", r"[a-f]{2,4}-(x|yy)+\s*$", r"(?P<q>['\"]).\w(?P=q)", r"[^a-z]\.\d"]
)
def test_texts_are_made_that_a_pattern_of_the_code_matches(pattern: str) -> None:
    made = [matching(pattern, random.Random(seed)) for seed in range(20)]
    assert all(text is not None and re.search(pattern, text) for text in made)


def test_a_text_that_is_no_pattern_makes_none() -> None:
    assert matching("(((", random.Random(0)) is None
    assert matching_texts(["plain", 3, "*("], 0) == []


def test_calls_leave_out_most_of_many_options() -> None:
    one = ArgumentShape.whole()
    params = (Taken(name="given", shape=one), *(Taken(name=f"p{at}", shape=one, may_lack=True) for at in range(6)))
    source = CallSource(DeclaredFunction(name="f", params=params), [], 0)
    whole = dict.fromkeys(source.names, 1)
    trimmed = [source.trimmed(whole) for _ in range(200)]
    assert all("given" in call for call in trimmed)
    assert {len(call) for call in trimmed} == {1, 2, 3, 7}
