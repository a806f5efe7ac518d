"""Scripted stories of packages that the tests share: a function, a class, and what every writer says of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from specwright.api import make_package_task
from specwright.testing.scripted import Rule
from tests.stories import fenced

SPECIFICATION = (
    "A small text kit. The function slug(text) turns a title into a slug: lower case, words joined by single hyphens, "
    "everything but letters and digits dropped. slug('Hello World') == 'hello-world' and slug('  a  b ') == 'a-b'. "
    "The class Tally counts words: add(text) adds every word of a text, count(word) tells how often it was added. "
    "add raises ValueError for a text without words."
)
TASK = make_package_task(SPECIFICATION, constraints=("standard library only",), test_requirements=("empty input",))

PLAN: dict[str, Any] = {
    "name": "text kit",
    "summary": "Slugs and word counts.",
    "items": [
        {
            "kind": "function",
            "name": "slug",
            "summary": "Turn a title into a slug.",
            "params": [{"name": "text", "type": "str"}],
            "returns": "str",
        },
        {
            "kind": "class",
            "name": "Tally",
            "summary": "Counts words.",
            "usage": "Tally(); add(text) adds every word, ValueError without one; count(word) -> int",
        },
    ],
    "requirements": [
        {"text": "A slug is lower case words joined by single hyphens.", "about": ["slug"]},
        {"text": "An empty text has an empty slug.", "category": "edge case", "about": ["slug"]},
        {"text": "A tally tells how often each word was added.", "about": ["Tally"]},
        {
            "text": "Adding a text without words raises ValueError.",
            "category": "error handling",
            "about": ["Tally"],
        },
    ],
    "unclear": ["Whether letters beyond ASCII are kept."],
    "assumptions": ["An empty text gives an empty slug."],
}


def case(name: str, text: str, expected: str, requirement: str = "R1") -> dict[str, Any]:
    """A case of slug as the test writer gives it."""
    return {"name": name, "requirement": requirement, "input": {"text": text}, "expected": expected}


CASES = (
    case("two words", "Big News", "big-news"),
    case("digits stay", "Top 10 Lists", "top-10-lists"),
    case("marks go", "What? Now!", "what-now"),
    case("many spaces", "a     b   c", "a-b-c"),
    case("already a slug", "one-two", "one-two"),
    case("upper case", "LOUD", "loud"),
    case("mixed", "C'est la Vie 2", "c-est-la-vie-2"),
    case("empty", "", "", "R2"),
    case("only marks", "?!", "", "R2"),
)

COUNTS = """from text_kit import Tally


def test_words_are_counted():
    tally = Tally()
    tally.add("to be or not to be")
    assert tally.count("to") == 2
    assert tally.count("not") == 1


def test_a_word_that_was_never_added_counts_nothing():
    assert Tally().count("maybe") == 0


def test_texts_add_up():
    tally = Tally()
    tally.add("one")
    tally.add("one two")
    assert tally.count("one") == 2


def test_two_tallies_know_nothing_of_each_other():
    first, second = Tally(), Tally()
    first.add("word")
    assert second.count("word") == 0
"""
REFUSES = """import pytest

from text_kit import Tally


@pytest.mark.parametrize("text", ["", "   ", "\\n"])
def test_a_text_without_words_is_refused(text):
    with pytest.raises(ValueError):
        Tally().add(text)
"""
TOGETHER = """from text_kit import Tally, slug


def test_slugs_can_be_counted():
    tally = Tally()
    for title in ("Hello World", "hello, world"):
        tally.add(slug(title))
    assert tally.count("hello-world") == 2


def test_the_words_of_a_slug_can_be_counted():
    tally = Tally()
    tally.add(slug("Row row ROW").replace("-", " "))
    assert tally.count("row") == 3
"""


def scenario(name: str, text: str, requirements: list[str], **changes: Any) -> dict[str, Any]:
    """A native test as the test writer gives it."""
    return {"name": name, "item": "Tally", "requirements": requirements, "text": text, **changes}


COUNTING = scenario("counting", COUNTS, ["R3"])
REFUSING = scenario("refusing", REFUSES, ["R4"])
JOINED = scenario("together", TOGETHER, ["R1", "R3"], kind="integration", item=None)

RIGHT = '''"""Slugs and word counts."""

import re


def slug(text: str) -> str:
    """Turn a title into a slug.

    Args:
        text: The title.

    Returns:
        Its words in lower case, joined by single hyphens.
    """
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


class Tally:
    """Counts words."""

    def __init__(self) -> None:
        """Begin with no words."""
        self._counts: dict[str, int] = {}

    def add(self, text: str) -> None:
        """Add every word of a text.

        Args:
            text: The words, with spaces between them.

        Raises:
            ValueError: The text has no words.
        """
        words = text.split()
        if not words:
            raise ValueError("the text has no words")
        for word in words:
            self._counts[word] = self._counts.get(word, 0) + 1

    def count(self, word: str) -> int:
        """How often a word was added.

        Args:
            word: The word.

        Returns:
            The number of times it was added.
        """
        return self._counts.get(word, 0)
'''
SECOND = RIGHT.replace('re.findall(r"[a-z0-9]+", text.lower())', 're.sub(r"[^a-z0-9]+", " ", text.lower()).split()')
WRONG_SLUG = RIGHT.replace("text.lower()", "text")
WRONG_TALLY = RIGHT.replace("self._counts.get(word, 0) + 1", "1")
UNREADABLE = RIGHT.replace("def slug(text: str) -> str:", "def slug(text: str -> str:")
WITHOUT_IMPORT = RIGHT.replace("import re\n\n\n", "")

EXAMPLE = """from text_kit import Tally, slug


def test_typical_use():
    tally = Tally()
    tally.add("a rose is a rose")
    assert tally.count("rose") == 2
    assert slug("A Rose") == "a-rose"
"""
DOCUMENTATION = {"overview": "Makes slugs of titles and counts words.", "example": EXAMPLE}


def beginning(
    plan: dict[str, Any] | None = None, cases: Iterable[dict[str, Any]] = CASES, scenarios: Iterable[Any] = ()
) -> list[Rule]:
    """The plan and all tests; where nothing else is asked for, also those for what nothing checks."""
    native = list(scenarios) or [COUNTING, REFUSING]
    return [
        Rule(stage="plan_package", reply=plan or PLAN),
        Rule(stage="write_tests", reply={"cases": list(cases)}),
        Rule(stage="write_scenarios", contains="Write tests for: Tally", reply={"scenarios": native}),
        Rule(stage="write_scenarios", contains="the workflow as a whole", reply={"scenarios": [JOINED]}),
    ]


def writers(*codes: str) -> list[Rule]:
    """The code writers, one text each; whoever is asked after them writes the right one."""
    rules = [Rule(stage="write_package", sample=at, reply=fenced(code)) for at, code in enumerate(codes)]
    return [*rules, Rule(stage="write_package", reply=fenced(SECOND))]


ENDING = [
    Rule(stage="document_package", reply=DOCUMENTATION),
    Rule(stage="write_oracle", reply=fenced(RIGHT)),
]


def repair(kind: str, code: str = RIGHT, reasoning: str = "it was this") -> Rule:
    """The code writer's answer to one kind of failure."""
    return Rule(stage=f"repair_{kind}", reply={"reasoning": reasoning, "revised_function": code})


INSISTING = Rule(stage="revise_scenarios", reply={"reasoning": "they say what the specification says"})
"""The writer of native tests changes none of them."""

FIRST_TRY = [*beginning(), *writers(RIGHT, SECOND), *ENDING]
"""For three candidates: with fewer, so few native tests are too little evidence."""

# A package with one function that must be fast, written at first in a way that is not.
QUICK_SPECIFICATION = (
    "A package with the function totals(items) which gives the running totals of a list of integers. "
    "totals([1, 2, 3]) == [1, 3, 6] and totals([]) == [] and totals([5, -5, 7]) == [5, 0, 7]. It runs in O(n) time."
)
QUICK_PLAN: dict[str, Any] = {
    "name": "running totals",
    "summary": "Running totals of numbers.",
    "items": [
        {
            "name": "totals",
            "summary": "Give the running totals of a list.",
            "params": [{"name": "items", "type": "list[int]"}],
            "returns": "list[int]",
        }
    ],
    "requirements": [
        {"text": "It gives the running totals of a list of integers."},
        {"text": "It runs in O(n) time.", "category": "performance"},
    ],
}
QUICK_CASES = [
    {"name": f"{len(items)} from {items[0]}", "requirement": "R1", "input": {"items": items}, "expected": expected}
    for items, expected in [
        ([5], [5]),
        ([5, 5], [5, 10]),
        ([-1, 1, 8], [-1, 0, 8]),
        ([0, 0, 0], [0, 0, 0]),
        ([9, 1, 90, 900], [9, 10, 100, 1000]),
        ([-7, -7], [-7, -14]),
    ]
]
_QUICK = '''"""Running totals of numbers."""

from itertools import accumulate


def totals(items: list[int]) -> list[int]:
    """Give the running totals of a list.

    Args:
        items: The numbers.

    Returns:
        For each place the sum of all numbers up to it.
    """
    {body}
'''
SLOW_CODE = _QUICK.replace("from itertools import accumulate\n\n\n", "\n").format(
    body="return [sum(item for item in items[: at + 1]) for at in range(len(items))]"
)
QUICK_CODE = _QUICK.format(body="return list(accumulate(items))")
QUICK_EXAMPLE = """from running_totals import totals


def test_typical_use():
    assert totals([1, 2, 3]) == [1, 3, 6]
"""
TOO_SLOW = [
    Rule(stage="plan_package", reply=QUICK_PLAN),
    Rule(stage="write_tests", reply={"cases": QUICK_CASES}),
    Rule(stage="write_package", reply=fenced(SLOW_CODE)),
    Rule(
        stage="optimise_code", reply={"description": "each total is made from the one before", "function": QUICK_CODE}
    ),
    Rule(stage="document_package", reply={"overview": "Gives running totals.", "example": QUICK_EXAMPLE}),
]
