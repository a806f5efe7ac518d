"""What is not a function is told as such, and what is one is not."""

from __future__ import annotations

import pytest

from specwright.core.errors import ModelError, UserError
from specwright.core.work.task import Task
from specwright.offline.notices import notice
from specwright.offline.patterns.search import find
from specwright.offline.porting import check_task
from specwright.offline.reasons import next_step, no_signature, not_a_function


@pytest.mark.parametrize(
    "problem",
    [
        "What is the capital of Australia",
        "Who wrote Faust",
        "Why is the sky blue?",
        "Wie alt ist die Erde?",
        "¿Quién descubrió América?",
        "how do I sort a list in python?",
        "how do i center a div",
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


def test_a_question_is_an_error_of_the_request_and_no_model_would_mend_it() -> None:
    assert isinstance(not_a_function("What is the capital of Australia?"), UserError)
    assert isinstance(not_a_function("Make a bot"), ModelError)


def test_the_nearest_known_problem_is_offered_with_an_example_to_type() -> None:
    problem = "checks if a word is a palindrome, ignore upper/lower case"
    error = no_signature(problem, find(problem), ())
    assert "the nearest known problem, is_palindrome" in error.message
    assert error.hint is not None
    assert """add --example "is_palindrome('""" in error.hint


def test_words_that_name_nothing_get_no_offer() -> None:
    problem = "generate a random password"
    error = no_signature(problem, find(problem), ())
    assert error.hint is not None
    assert error.hint.startswith("Give three examples")


def test_a_misspelt_classic_is_offered_and_words_of_another_language_are_called_that() -> None:
    misspelt = no_signature("fibonaci numbers", find("fibonaci numbers"), ())
    assert "the nearest known problem, fibonacci" in misspelt.message
    problem = "Schreibe eine Funktion, die Farben mischt"
    assert "no known problem in English" in no_signature(problem, find(problem), ()).message


@pytest.mark.parametrize(
    ("problem", "says"),
    [
        ("refactor this code: for i in range(3): print(i)", "code that exists"),
        ("what is wrong with my loop", "code that exists"),
        ("write a python script that renames all files in a folder to lowercase", "asks for more: 'script'"),
        ("average salary per department from a csv with pandas", "asks for more: 'from a csv'"),
        ("Design a stack that supports push, pop and top.", "asks for a class"),
    ],
)
def test_other_work_than_a_function_is_named(problem: str, says: str) -> None:
    error = not_a_function(problem)
    assert error is not None
    assert says in error.message


def test_the_next_step_asks_for_examples_only_if_there_are_too_few() -> None:
    assert "Give 3 different examples" in next_step(2, 3)
    assert "example" not in next_step(3, 3)


@pytest.mark.parametrize(
    ("problem", "language", "says"),
    [
        ("Return the longest name in a list of names.", "go", "longest_string is known in python only"),
        ("Knit a scarf.", "java", "Without a model, "),
        ("Implement a class LRUCache with the methods get and put.", "java", "this asks for a class"),
    ],
)
def test_what_is_not_known_in_a_language_is_refused_before_its_tools_are_prepared(
    problem: str, language: str, says: str
) -> None:
    with pytest.raises(ModelError, match=says):
        check_task(Task(problem=problem, language=language))


def test_a_problem_that_is_known_in_a_language_is_taken() -> None:
    check_task(Task(problem="two sum", language="javascript"))
    check_task(Task(problem="Knit a scarf."))


@pytest.mark.parametrize(
    ("examples", "has_model", "named", "unnamed"),
    [
        (3, True, ("a search from your examples", "small model on this machine"), ("With 3 examples",)),
        (1, True, ("small model on this machine", "With 3 examples"), ("from your examples",)),
        (0, False, ("No small model is installed", "With 3 examples"), ("half a minute",)),
    ],
)
def test_the_notice_names_only_what_will_be_tried(
    examples: int, has_model: bool, named: tuple[str, ...], unnamed: tuple[str, ...]
) -> None:
    text = notice("python", examples, has_model)
    assert all(words in text for words in named)
    assert not any(words in text for words in unnamed)
