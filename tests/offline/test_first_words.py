"""What people type first is understood."""

from __future__ import annotations

import pytest

from specwright.core.work.example import lift_examples
from specwright.core.work.task import Task
from specwright.offline.candidates import _returns_a_constant
from specwright.offline.patterns.search import find
from specwright.offline.understand import understand


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("longest name in a list of names", "longest_string"),
        ("sort dict keys by value", "keys_by_value"),
        ("what weekday is a date", "weekday_name"),
        ("celsius to fahrenheit", "celsius_to_fahrenheit"),
        ("fizzbuzz", "fizz_buzz"),
        ("remove duplicates but keep order", "remove_duplicates"),
        ("int to roman", "int_to_roman"),
    ],
)
def test_the_first_words_of_a_new_user_name_a_known_problem(words: str, name: str) -> None:
    assert find(words, "")[0].pattern.name == name


def test_whole_numbers_in_examples_of_a_problem_of_any_numbers_are_numbers() -> None:
    task = Task(problem="celsius to fahrenheit", examples=("0 -> 32", "100 -> 212"))
    signature = understand(task, lift_examples("\n".join(task.examples)), "run_code").signature
    assert str(signature) == "run_code(celsius: float) -> float"


@pytest.mark.parametrize(
    ("code", "constant"),
    [
        ('def f(text):\n    """Say it."""\n    return "Monday"\n', True),
        ("def f(n):\n    return [1, 2]\n", True),
        ("def f(n):\n    return n\n", False),
        ("def f(n):\n    m = 1\n    return 2\n", False),
    ],
)
def test_a_program_that_repeats_an_example_is_seen(code: str, constant: bool) -> None:
    assert _returns_a_constant(code) is constant
