from __future__ import annotations

import pytest

from specwright.core.errors import ModelError
from specwright.core.work.task import Specification, Task
from specwright.offline.understand import understand
from specwright.pipeline.writing.specify import entry_point, read_examples


def specification(problem: str, *examples: str) -> Specification:
    task = Task(problem=problem, examples=examples)
    read = read_examples(task)
    return understand(task, read, entry_point(task, read))


def test_examples_are_no_further_requirements() -> None:
    found = specification("Return the sum of two numbers. Example: add(1, 2) == 3; add(5, 5) == 10. Never fail.")
    assert [one.text for one in found.requirements] == ["Return the sum of two numbers. Never fail."]
    helped = specification("Examples help. Add two numbers.", "add(1, 2) == 3")
    assert helped.requirements[0].text.startswith("Examples help.")


@pytest.mark.parametrize(
    ("problem", "examples", "wanted"),
    [
        ("Add two numbers", ["add(1, 2) == 3", "add(5, 5) == 10"], "add(n: int, n2: int) -> int"),
        ("Shout", ["f(text='a') == 'A!'"], "f(text: str) -> str"),
        ("Two Sum", ["nums=[3,3], target=6 -> [0,1]"], "run_code(nums: list[int], target: int) -> list[int]"),
        ("Two Sum", ["f(6, [3, 3]) == [0, 1]"], "f(target: int, nums: list[int]) -> list[int]"),
        ("Two Sum", [], "run_code(nums: list[int], target: int) -> list[int]"),
        (
            "def scale(values: list[float], by: float = 2) -> list[float]:\n    multiply all of them",
            [],
            "scale(values: list[float], by: float) -> list[float]",
        ),
        ("def twice(x):\n  twice as much", ["twice(2) == 4"], "twice(x: int) -> int"),
        ("Halve it", ["half(3) == 1.5", "half(4) == 2"], "half(n: int) -> float"),
        ("Find it or None", ["f([1], 1) == 0", "f([1], 2) == None"], "f(items: list[int], n: int) -> optional[int]"),
    ],
)
def test_the_signature_comes_from_declaration_examples_or_classic(
    problem: str, examples: list[str], wanted: str
) -> None:
    assert str(specification(problem, *examples).signature) == wanted


def test_floats_are_compared_with_a_tolerance_and_any_order_is_heard() -> None:
    assert specification("Halve", "half(3) == 1.5").comparison.tolerance == 1e-9
    assert specification("Give them in any order", "f(3) == [1]").comparison.any_order
    assert not specification("Sort them in order", "f(3) == [1]").comparison.any_order


@pytest.mark.parametrize(
    ("problem", "examples", "words"),
    [
        ("Do what I mean with my data", [], "they name no known problem, and there is no example"),
        ("Add", ["f(1) == 1", "f(1, 2) == 3"], "different numbers of arguments"),
        ("Add", ["f(a=1, b=2) == 3", "f(1, b=2) == 3"], "name their arguments"),
    ],
)
def test_too_little_to_go_by_is_said_with_what_to_do(problem: str, examples: list[str], words: str) -> None:
    with pytest.raises(ModelError, match=words) as caught:
        specification(problem, *examples)
    assert caught.value.hint


def test_the_words_are_one_requirement_which_every_example_checks() -> None:
    found = specification("Add the numbers. Ignore negative ones.", "f([1]) == 1")
    assert [one.text for one in found.requirements] == ["Add the numbers. Ignore negative ones."]
    assert found.summary == "Add the numbers."
