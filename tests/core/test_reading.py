"""Examples as people write them: every form is read or reported, and nothing is invented."""

from __future__ import annotations

import pytest
from benchmarks.words import SETS, Text, reading, texts

from specwright.core.program.data import decode
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.example import Examples, parse_example, read_text
from specwright.core.work.testcase import Raises, Returns

ALL = [text for name in SETS for text in texts(name)]


def test_the_texts_are_many_and_a_third_of_them_holds_no_example() -> None:
    without = [text for text in ALL if not text.examples and not text.reported]
    assert len(ALL) >= 200
    assert len(without) >= 45


def test_no_text_has_an_example_invented_or_dropped_in_silence() -> None:
    wrong = [text.words for text in ALL if reading(text) in ("invented", "dropped")]
    assert wrong == []


def test_almost_every_text_is_read_wholly_right() -> None:
    wrong = [text.words for text in ALL if reading(text) != "right"]
    assert len(wrong) <= 0.05 * len(ALL), wrong


def test_the_benchmark_tells_an_invented_and_a_dropped_example() -> None:
    assert reading(Text("f(1) == 2", (), reported=False)) == "invented"
    assert reading(Text("Nothing to see.", ("((1,), {}, 2)",), reported=False)) == "dropped"
    assert reading(Text("f(1) = 2 * 1", ("((1,), {}, 2)",), reported=False)) == "reported"


@pytest.mark.parametrize(
    ("text", "passage"),
    [
        ("Add them. add(2, x) -> 5", "add(2, x) -> 5"),
        ("Sample Input\n3\n1 2 3\nSample Output\n6", "Sample Input 3 1 2 3 Sample Output 6"),
        (">>> f(2) + 1\n5", ">>> f(2) + 1"),
        ("Reverse it. hello -> olleh", "hello -> olleh"),
    ],
)
def test_what_looks_like_an_example_and_cannot_be_read_is_named(text: str, passage: str) -> None:
    assert read_text(text).unread == (passage,)


def test_what_was_read_is_not_reported() -> None:
    found = read_text("Double it: 1 -> 2; 2 -> 4. Given 3 it should return 6. f(4) = 8")
    assert [decode(one.args[0]) for one in found.read] == [1, 2, 3, 4]
    assert found.unread == ()


def test_an_error_in_a_doctest_is_an_expected_error() -> None:
    text = ">>> root(-1)\nTraceback (most recent call last):\n    ...\nValueError: negative\n"
    [example] = read_text(text).read
    assert example.expected == Raises(error="ValueError")


def test_a_rule_about_one_of_two_parameters_is_reported_and_no_example() -> None:
    found = read_text("n=5, k=2 -> 10. If k = 0, the answer is 1.")
    assert len(found.read) == 1
    assert found.unread == ("k = 0, the answer is 1",)


def test_the_only_argument_of_another_name_is_the_only_parameter_left() -> None:
    number = Type.parse("int")
    signature = Signature(
        name="f", params=(Parameter(name="grid", type=number), Parameter(name="capacity", type=number)), returns=number
    )
    assert parse_example("grid=1, bucket_capacity=2 -> 3").bind(signature) == {"grid": 1, "capacity": 2}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("total(vec![1, 2]) == 3", [1, 2]),
        ("total([]int{1, 2}) == 3", [1, 2]),
        ("total(new int[]{1, 2}) == 3", [1, 2]),
        ("total({a: 1}) == 3", {"a": 1}),
        ("total(null) == 3", None),
    ],
)
def test_literals_of_other_languages_are_read(text: str, value: object) -> None:
    [example] = read_text(text).read
    assert decode(example.args[0]) == value
    assert example.expected == Returns(value=3)


def test_a_sentence_about_other_data_than_the_calls_is_no_example() -> None:
    found = read_text('The weight of 99 is 18. For example, 99 gives "heavy".\nf("56 65") == "65 56"\nf("1") == "1"')
    assert [decode(one.args[0]) for one in found.read] == ["56 65", "1"]


def test_a_section_of_examples_of_which_nothing_was_read_is_reported() -> None:
    [passage] = read_text("Count the zeros.\n\n### Example\n\nThe number 1000 has some: three in all.").unread
    assert passage.startswith("### Example")
    assert read_text("Count the zeros.\n\n### Example\n\nLook at the tests.").unread == ()


def test_a_name_stands_for_the_value_that_a_line_before_gave_it() -> None:
    [example] = read_text('a = "xy"\nb = [1, 2]\nlongest(a, b) -> 2').read
    assert tuple(map(decode, example.args)) == ("xy", [1, 2])


def test_a_report_of_a_mistake_states_what_is_expected_and_not_what_comes_out_today() -> None:
    [example] = read_text('Bug: `plural("bus")` returns "buss". Expected "buses".').read
    assert example.expected == Returns(value="buses")


def test_a_map_of_all_parameters_is_bound_by_name() -> None:
    params = tuple(Parameter(name=name, type=Type.parse(kind)) for name, kind in (("items", "list[int]"), ("k", "int")))
    signature = Signature(name="f", params=params, returns=Type.parse("int"))
    [example] = read_text('{"input": {"k": 2, "items": [3, 1]}, "output": 4}').read
    assert example.bind(signature) == {"items": [3, 1], "k": 2}


def test_a_long_passage_of_blanks_is_read_in_one_go() -> None:
    """Time that grows with the square of the length would not come to an end here."""
    assert read_text(f"Return the sum. {' ' * 400_000} end").read == ()


SHARED = {
    "Anything else, such as '', '30m1h' or '-5m', raises ValueError.": (["", "30m1h", "-5m"], None),
    "Raise ValueError for 'abc', '1.2.3' or ''.": (["abc", "1.2.3", ""], None),
    "It must raise ValueError on inputs such as 'IIII' or 'VX'.": (["IIII", "VX"], None),
    'Invalid inputs like "12:60" or "24:00" throw an error.': (["12:60", "24:00"], None),
    "It returns True for 'level', 'noon' and 'Racecar'.": (["level", "noon", "Racecar"], True),
    "Strings '1', 'yes' and 'true' become True.": (["1", "yes", "true"], True),
    "'A' and 'a' both give 1.": (["A", "a"], 1),
    "[1, 2, 2] or [2, 1, 2] both return 2.": ([[1, 2, 2], [2, 1, 2]], 2),
}


@pytest.mark.parametrize("text", SHARED)
def test_inputs_that_share_a_result_are_an_example_each(text: str) -> None:
    given, result = SHARED[text]
    read = read_text(text)
    assert [decode(one.args[0]) for one in read.read] == given
    assert all(len(one.args) == 1 for one in read.read)
    assert all(" -> " in one.source for one in read.read), "each is shown with its result"
    wanted = [one.expected.value if isinstance(one.expected, Returns) else None for one in read.read]
    assert wanted == [result] * len(given)
    assert read.unread == ()


@pytest.mark.parametrize(
    "text",
    [
        "Use ',' or ';' as separator.",
        "It returns 'even' or 'odd' depending on n.",
        "Remove characters such as '!', '?' or '.' and return the rest.",
        "Treat 'y' or 'Y' as a vowel and return True if one is found.",
        "Names like 'x' or 'y' are valid.",
        "Raise an error for 3 or more arguments.",
        "Multiples of 3 give 'Fizz', multiples of 5 give 'Buzz'.",
        "Scores of 90 or more give 'A'.",
        "Words of length 3 give 'short'.",
        "Numbers from 5 up give 'big'.",
    ],
)
def test_values_in_a_row_without_a_result_are_no_examples(text: str) -> None:
    assert read_text(text).read == ()


@pytest.mark.parametrize("text", ["f('**') == '**'", "'**' -> '**'", "f('2**3') == '**2**'"])
def test_stars_within_data_are_no_emphasis(text: str) -> None:
    [example] = read_text(text).read
    assert "**" in example.args[0]
    assert isinstance(example.expected, Returns)
    assert "**" in example.expected.value


def test_bold_words_and_bold_data_are_read_without_their_stars() -> None:
    [example] = read_text("**Input:** s = **'ab'**\n**Output:** 'ba'").read
    assert example.kwargs == {"s": "ab"}


@pytest.mark.parametrize(
    "text",
    [
        'Words like "and", "or" or "the" are ignored.',
        'The words "and", "of" and "the" stay as they are unless they are the first word.',
        "The small words 'von' and 'de' are left out, whatever their case.",
    ],
)
def test_a_rule_that_lists_values_is_not_reported_as_an_unread_example(text: str) -> None:
    assert read_text(text) == Examples()


def test_values_that_are_said_to_be_something_together_are_reported() -> None:
    assert read_text('"listen" and "silent" are anagrams.').unread


@pytest.mark.parametrize(
    "text",
    [
        "A key without '=' gets the empty string as its value.",
        "Texts that end with 'ly' give 'adverb'.",
        "A line that starts with the letters 'to' becomes 'done'.",
    ],
)
def test_a_value_that_belongs_to_what_is_spoken_of_is_no_input(text: str) -> None:
    found = read_text(text)
    assert (found.read, found.unread) == ((), ())


def test_inputs_that_are_said_to_be_an_error_are_examples() -> None:
    found = read_text("Anything else, such as 'KB', '1.5MB' or '-3B', is an error. '7' is not an error.")
    assert [(example.args, example.expected) for example in found.read] == [
        ((text,), Raises(error=None)) for text in ("KB", "1.5MB", "-3B")
    ]
