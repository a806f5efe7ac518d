"""Arrays, series and data frames are read, shown and compared by their content."""

from __future__ import annotations

from typing import Any

import pytest

from specwright.core.errors import UserError
from specwright.core.program.data import decode, from_json, show, to_json
from specwright.core.program.equality import Comparison, equal
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.program.untrusted import checked
from specwright.core.work.example import lift_examples, parse_example
from specwright.core.work.libraries.asked import asked_libraries
from specwright.judge.probes.inputs import from_known, from_signature, smaller
from specwright.judge.ranking.richness import same_numbers, unordered

FRAME, SERIES, ARRAY = Type("dataframe"), Type.parse("series[float]"), Type.parse("ndarray[float]")
COLUMNS = {"a": [1, None], "b": ["x", "y"]}
SAME: list[tuple[Type, Any, Any]] = [
    (FRAME, COLUMNS, [{"a": 1, "b": "x"}, {"b": "y"}]),
    (FRAME, COLUMNS, {"columns": ["a", "b"], "data": [[1.0, "x"], [float("nan"), "y"]]}),
    (FRAME, COLUMNS, {"columns": ["a", "b"], "data": [[1, "x"], [None, "y"]], "index": [7, 3]}),
    (SERIES, [1, 2], {"data": [1.0, 2.0], "index": [0, 1], "name": "total"}),
    (SERIES, {"p": 1, "q": 2}, {"data": [1, 2], "index": ["p", "q"]}),
    (ARRAY, [[1, 2], [3, 4]], [[1.0, 2.0], [3.0, 4.0]]),
    (ARRAY, [float("nan")], [float("nan")]),
    (Type("any"), [1, 2], {"$array": [1, 2]}),
]
OTHER: list[tuple[Type, Any, Any]] = [
    (FRAME, COLUMNS, {"b": ["x", "y"], "a": [1, None]}),
    (FRAME, COLUMNS, {"a": [1, 0], "b": ["x", "y"]}),
    (FRAME, COLUMNS, {"a": [None, 1], "b": ["y", "x"]}),
    (FRAME, {"a": [1]}, {"columns": ["a"], "data": [[1]], "index": ["first"]}),
    (SERIES, [1, 2], {"p": 1, "q": 2}),
    (SERIES, {"data": [1], "name": "a"}, {"data": [1], "name": "b"}),
    (ARRAY, [[1, 2], [3, 4]], [1, 2, 3, 4]),
    (ARRAY, [float("nan")], [None]),
    (Type.parse("list[int]"), [1, 2], {"$array": [1, 2]}),
]


@pytest.mark.parametrize(("kind", "one", "other"), SAME)
def test_the_same_content_is_equal_both_ways(kind: Type, one: Any, other: Any) -> None:
    left, right = from_json(one, kind), from_json(other, kind)
    assert equal(left, right, kind)
    assert equal(right, left, kind) or kind.kind == "any"
    assert checked(left) == left


@pytest.mark.parametrize(("kind", "one", "other"), OTHER)
def test_other_content_is_not(kind: Type, one: Any, other: Any) -> None:
    left, right = from_json(one, kind), from_json(other, kind)
    assert not equal(left, right, kind)
    assert not equal(right, left, kind)


def test_fractions_are_no_whole_numbers_where_these_are_declared() -> None:
    assert not equal({"$array": [1]}, {"$array": [1.0]}, Type.parse("ndarray[int]"))


def test_order_and_tolerance_are_the_specifications() -> None:
    left, right = from_json({"a": [1, 2], "b": [3, 4]}, FRAME), from_json({"a": [2, 1], "b": [4, 3.0000001]}, FRAME)
    assert equal(left, right, FRAME, Comparison(any_order=True, tolerance=1e-6))
    assert not equal(left, right, FRAME, Comparison(tolerance=1e-6))
    assert not equal(left, right, FRAME, Comparison(any_order=True))
    mixed = from_json({"a": [2, 1], "b": [3, 4]}, FRAME)
    assert not equal(left, mixed, FRAME, Comparison(any_order=True)), "rows belong together"


def test_a_frame_is_shown_as_code_and_told_as_columns() -> None:
    data = from_json(COLUMNS, FRAME)
    assert show(data) == "pd.DataFrame({'a': [1, None], 'b': ['x', 'y']})"
    assert to_json(data) == COLUMNS == decode(data)
    example = parse_example(f"f({show(data)}) == np.array([1.5])")
    assert (example.args, example.called) == ((data,), "f")


@pytest.mark.parametrize(
    "wrong", [5, "a", {"a": [1], "b": [1, 2]}, {"a": 1}, {"columns": ["a"], "data": [[1, 2]]}, [{"a": 1}, 3]]
)
def test_what_is_no_frame_is_refused(wrong: Any) -> None:
    with pytest.raises(UserError):
        from_json(wrong, FRAME)


@pytest.mark.parametrize(
    "forged",
    [
        {"$frame": [["a"], [[1], [2]], None]},
        {"$frame": [["a", "b"], [[1], [2, 3]], None]},
        {"$frame": [["a"], [[1]], ["x", "y"]]},
        {"$frame": 3},
        {"$series": [[1], None]},
        {"$series": [[1], [1, 2], None]},
        {"$array": [{"$no": 1}]},
    ],
)
def test_forged_tags_are_not_data(forged: Any) -> None:
    with pytest.raises(ValueError, match=r"tag|label|row"):
        checked(forged)


def test_names_of_columns_are_no_examples() -> None:
    words = "f(orders) gets a table with the columns 'product' and 'price' and returns one with the columns 'product'."
    assert lift_examples(words) == ()


@pytest.mark.parametrize(
    ("words", "language", "asked"),
    [
        ("Return a pandas DataFrame of totals.", "python", ("pandas",)),
        ("Invert a matrix using numpy.", "python", ("numpy",)),
        ("Without numpy, compute the mean.", "python", ()),
        ("Works like numpy arrays do.", "python", ()),
        ("Count requests to a server and click rates.", "python", ()),
        ("Group animals: pandas and bears.", "python", ()),
        ("import pandas as pd", "python", ("pandas",)),
        ("Chunk an array with lodash.", "javascript", ("lodash",)),
        ("The moment of inertia.", "javascript", ()),
        ("Use numpy.", "rust", ()),
    ],
)
def test_libraries_are_asked_for_by_words_that_mean_them(words: str, language: str, asked: tuple[str, ...]) -> None:
    assert asked_libraries(words, language) == asked


def test_further_tables_keep_to_the_columns_and_to_what_they_hold() -> None:
    signature = Signature(name="f", params=(Parameter(name="d", type=FRAME),), returns=FRAME)
    known = [{"d": from_json({"a": [1, 2, 3], "b": ["x", "y", None]}, FRAME)}]
    made = from_known(known, 0, 20, signature)
    assert len(made) == 20
    for call in made:
        assert checked(call["d"]) == call["d"]
        columns, cells, _ = call["d"]["$frame"]
        assert columns == ["a", "b"]
        assert set(cells[1]) <= {"x", "y", None}
    assert any(len(call["d"]["$frame"][1][0]) != 3 for call in made)
    assert from_signature(signature, 0, 5) == (), "no type states the columns"
    assert all(len(less["d"]["$frame"][1][0]) < 3 for less in smaller(known[0]))


def test_outcomes_with_rows_in_another_order_behave_alike_if_order_is_free() -> None:
    one, other = from_json({"a": [1, 2], "b": ["x", "y"]}, FRAME), from_json({"a": [2.0, 1], "b": ["y", "x"]}, FRAME)
    assert same_numbers(one) != same_numbers(other)
    assert same_numbers(unordered(one, FRAME)) == same_numbers(unordered(other, FRAME))
