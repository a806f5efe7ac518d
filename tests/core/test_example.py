from __future__ import annotations

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.errors import UserError
from specwright.core.program.data import decode
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.example import Example, lift_every_example, lift_examples, parse_example
from specwright.core.work.testcase import Raises, Returns


def told(example: Example) -> tuple[object, object, object]:
    expected = example.expected
    wanted = decode(expected.value) if isinstance(expected, Returns) else f"raises {expected.error}"
    return tuple(map(decode, example.args)), {k: decode(v) for k, v in example.kwargs.items()}, wanted


@pytest.mark.parametrize(
    ("text", "args", "kwargs", "expected"),
    [
        ("nums=[3,3], target=6 -> [0,1]", (), {"nums": [3, 3], "target": 6}, [0, 1]),
        ("nums = [3, 3], target = 6 => [0, 1]", (), {"nums": [3, 3], "target": 6}, [0, 1]),
        ("two_sum([3,3], 6) == [0,1]", ([3, 3], 6), {}, [0, 1]),
        ("f(x=true) -> null", (), {"x": True}, None),
        ("'a -> b' -> 'c'", ("a -> b",), {}, "c"),
        ("[] -> 0", ([],), {}, 0),
        ("root(-1) raises ValueError", (-1,), {}, "raises ValueError"),
        ("root(-1) -> raises ValueError", (-1,), {}, "raises ValueError"),
        ("x=-1 raises ValueError", (), {"x": -1}, "raises ValueError"),
        ('s="()[]{}" → true', (), {"s": "()[]{}"}, True),
        ("half(3) == 1.5", (3,), {}, 1.5),
        ("f({'a': [1, (2, 3)]}) == {1, 2}", ({"a": [1, (2, 3)]},), {}, {1, 2}),
        (f"f({10**30}) == {10**30 + 1}", (10**30,), {}, 10**30 + 1),
        ("now() == 1", (), {}, 1),
    ],
)
def test_the_forms_in_which_a_user_gives_an_example(
    text: str, args: tuple[object, ...], kwargs: dict[str, object], expected: object
) -> None:
    assert told(parse_example(text)) == (args, kwargs, expected)
    assert parse_example(text).source == text


@pytest.mark.parametrize(
    "text", ["", "nums=[3,3]", "-> 3", "f(x) == 3", "f(1) == y", "f(1) == 1 + 1", "f(1", "[1,2 -> 3"]
)
def test_an_example_without_a_clear_form_is_a_user_error_that_shows_the_forms(text: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_example(text)
    assert "->" in str(caught.value.hint)


LEETCODE = """
Given an array of integers `nums` and an integer `target`, return indices.

**Example 1:**

**Input:** nums = [2,7,11,15], target = 9
**Output:** [0,1]
**Explanation:** Because nums[0] + nums[1] == 9, we return [0, 1].

Example 2:
Input: nums = [3,2,4], target = 6
Output: [1,2]
"""


def test_input_and_output_blocks_are_lifted_and_explanations_are_not() -> None:
    assert [told(e) for e in lift_examples(LEETCODE)] == [
        ((), {"nums": [2, 7, 11, 15], "target": 9}, [0, 1]),
        ((), {"nums": [3, 2, 4], "target": 6}, [1, 2]),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Return the indices. Example: nums=[2,7], target=9 -> [0,1]; nums=[3,3], target=6 -> [0,1]",
        "Return the indices. Examples: nums=[2,7], target=9 -> [0,1] and nums=[3,3], target=6 -> [0,1].",
        "Return the indices: `nums=[2,7], target=9` -> `[0,1]`; `nums=[3,3], target=6` -> `[0,1]`",
        "Return the indices (nums=[2,7], target=9 -> [0,1]). For example: nums=[3,3], target=6 => [0,1].",
        "nums=[2,7], target=9 -> [0,1]; nums=[3,3], target=6 -> [0,1]",
        "Indices, e.g. nums=[2,7], target=9 -> [0,1], and nums=[3,3], target=6 -> [0,1], as it were.",
    ],
)
def test_examples_within_a_sentence_are_lifted_all_of_them(text: str) -> None:
    assert [told(e) for e in lift_examples(text)] == [
        ((), {"nums": [2, 7], "target": 9}, [0, 1]),
        ((), {"nums": [3, 3], "target": 6}, [0, 1]),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "The time goes from 3 -> 5 on Mondays.",
        "Ratios: 3 -> 5 is one.",
        "Where nums = values, k = 2 -> 5 holds.",
        "A list with x = 1 -> many results",
        "For example: something like a -> b",
    ],
)
def test_prose_with_arrows_is_no_example(text: str) -> None:
    assert lift_examples(text) == ()


def test_an_example_that_the_shell_has_cut_is_told_to_be_quoted() -> None:
    with pytest.raises(UserError) as caught:
        parse_example("nums=[3,3], target=6 -")
    assert "put it in quotes" in (caught.value.hint or "")


def test_two_examples_given_as_one_are_an_error_that_loses_none() -> None:
    with pytest.raises(UserError, match="2 examples"):
        parse_example("x=1 -> 2; x=2 -> 3")
    with pytest.raises(UserError, match="are 2 examples"):
        parse_example("f(1) == 1; f(2) == 3")


def test_doctests_calls_and_arrow_lines_are_lifted_once_each_in_order() -> None:
    text = """Return the factorial.
    >>> fact(5)
    120
    For instance fact(0) == 1, and fact(1) returns 1. Note that len([1]) == 1 always.
    - 3 -> 6
    assert fact(5) == 120
    """
    assert [told(e) for e in lift_examples(text)] == [
        ((5,), {}, 120),
        ((0,), {}, 1),
        ((1,), {}, 1),
        ((3,), {}, 6),
    ]


def test_a_sentence_that_only_looks_like_an_example_is_left_alone() -> None:
    text = "It runs in O(n) -> fast. f(n) == f(n-1) + f(n-2). Map a -> b. In total 3 == 2 + 1. f(2) == 1 + 1."
    assert lift_examples(text) == ()


def test_calls_of_other_functions_are_left_out() -> None:
    text = "helper(1) == 2. main(3) == 4. main(5) == 6."
    assert [e.called for e in lift_examples(text)] == ["main", "main"]
    assert [e.called for e in lift_examples(text, "helper")] == ["helper"]


def test_an_example_binds_to_the_signature_and_takes_its_types() -> None:
    signature = Signature(
        name="f",
        params=(Parameter(name="a", type=Type.parse("tuple[int, int]")), Parameter(name="b", type=Type.parse("float"))),
        returns=Type.parse("set[int]"),
    )
    example = parse_example("f([1, 2], b=3) == [2, 2, 1]")
    assert example.bind(signature) == {"a": {"$tuple": [1, 2]}, "b": 3.0}
    assert example.expectation(signature) == Returns(value={"$set": [1, 2]})
    with pytest.raises(UserError, match="does not fit"):
        parse_example("f([1, 2]) == 3").bind(signature)
    with pytest.raises(UserError, match="does not fit"):
        parse_example("f(1, 2, a=3) == 3").bind(signature)


@given(st.text(max_size=300))
def test_no_text_makes_lifting_fail(text: str) -> None:
    lift_examples(text)


@hypothesis.example(value="&#0")
@hypothesis.example(value="<b>&lt;</b>")
@hypothesis.example(value="**a** \u201cb\u201d")
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="ascii"), max_size=8),
        st.lists,
        max_leaves=6,
    )
)
def test_what_is_written_as_a_python_literal_is_read_back_unchanged(value: object) -> None:
    example = parse_example(f"f({value!r}) == {value!r}")
    assert isinstance(example.expected, Returns)
    assert [decode(example.args[0]), decode(example.expected.value)] == [value, value]


def test_an_error_without_a_kind_is_any_error() -> None:
    assert parse_example("f(1) raises an error").expected == Raises(error=None)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "text",
    [
        "Input: ",
        "[",
        "f(",
        "x = ",
        ">>> f(\n",
        "a -> ",
        "f(x) == ",
        "Input: x\n",
        "Output: [",
        "Input: [1] Output: [",
        "{'a': ",
    ],
)
def test_a_text_that_repeats_itself_is_read_in_a_bounded_time(text: str) -> None:
    lift_examples(text * (100_000 // len(text)))
    lift_examples(text * (80_000 // len(text)) + "Output: 1" + ")" * 10_000)


def test_an_input_named_input_is_read_by_name() -> None:
    [example] = lift_examples("Input: input = [1, 2]\nOutput: 3\n")
    assert example.kwargs == {"input": [1, 2]}


def test_backslashes_of_the_user_cause_no_warning() -> None:
    assert lift_examples(r"f('\d') == 1")


def test_a_call_by_a_name_of_mathematics_is_an_example_if_it_is_compared() -> None:
    compared = lift_every_example("Return it. gcd(12, 18) == 6 and gcd(7, 5) == 1")
    assert [one.source for one in compared] == ["gcd(12, 18) == 6", "gcd(7, 5) == 1"]
    assert lift_every_example("The formula uses sqrt(4) = 2 and log(1) = 0.") == ()


@pytest.mark.parametrize("text", ["gcd(12, 18) = 6", "factorial(5) is 120", "sqrt(16) = 4"])
def test_an_example_that_stands_alone_may_call_a_function_of_mathematics(text: str) -> None:
    assert parse_example(text).called == text.split("(", maxsplit=1)[0]
