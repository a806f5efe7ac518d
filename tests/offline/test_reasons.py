"""What is not a function is told as such, and what is one is not."""

from __future__ import annotations

import pytest

from specwright.offline.reasons import not_a_function


@pytest.mark.parametrize(
    "problem",
    [
        "What is the capital of Australia",
        "Who wrote Faust",
        "Why is the sky blue?",
        "Wie alt ist die Erde?",
        "¿Quién descubrió América?",
        "how do I sort a list in python?",
    ],
)
def test_a_question_of_fact_is_called_a_question(problem: str) -> None:
    error = not_a_function(problem)
    assert error is not None
    assert "This is a question" in error.message


@pytest.mark.parametrize(
    ("problem", "named"),
    [
        ("Build me a website for my bakery", "website"),
        ("Create a REST API with login", "rest api"),
        ("Make a bot", "bot"),
    ],
)
def test_a_product_is_named(problem: str, named: str) -> None:
    error = not_a_function(problem)
    assert error is not None
    assert f"this asks for more: {named}" in error.message


@pytest.mark.parametrize(
    "problem",
    [
        "What is the sum of two numbers",
        "Where a list has duplicates, remove them.",
        "When the input is empty return 0, else the mean of the numbers.",
        "Write a function that serves as a service locator",
        "Return the median of a list",
    ],
)
def test_a_function_is_not_called_anything_else(problem: str) -> None:
    assert not_a_function(problem) is None
