from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.errors import UserError
from specwright.core.program.data import decode, encode, from_json, shape, show, to_json
from specwright.core.program.equality import EXACT, Comparison, equal, in_any_order
from specwright.core.program.types import ANY, Type
from specwright.core.program.untrusted import checked
from specwright.core.value import canonical

scalars = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=-(2**200), max_value=2**200)
    | st.floats()
    | st.text(max_size=8)
    | st.binary(max_size=4)
)
hashable = st.recursive(scalars, lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3), max_leaves=5)
values = st.recursive(
    hashable,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(hashable, inner, max_size=3)
        | st.frozensets(hashable, max_size=3)
    ),
    max_leaves=12,
)
untupled = st.recursive(
    scalars | st.frozensets(scalars, max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(scalars, inner, max_size=3),
    max_leaves=12,
)
"""Values without tuples: one meets an expected list, since JSON has no tuples."""
anyhow = st.sampled_from(
    [EXACT, Comparison(tolerance=1e-6), Comparison(any_order=True), Comparison(tolerance=0.5, any_order=True)]
)


def same(left: Any, right: Any) -> bool:
    """Python equality that tells kinds, -0.0 and NaN apart."""
    return repr(left) == repr(right) or (type(left) is type(right) and bool(left == right))


@given(values)
def test_what_is_encoded_comes_back(value: Any) -> None:
    data = encode(value)
    assert checked(data) == data
    assert canonical(encode(decode(data))) == canonical(data)
    assert same(decode(data), value) or "nan" in repr(value)


@given(values, anyhow)
def test_every_value_equals_itself(value: Any, comparison: Comparison) -> None:
    assert equal(encode(value), encode(value), ANY, comparison)


@given(untupled, untupled, anyhow)
def test_equality_does_not_depend_on_the_side(left: Any, right: Any, comparison: Comparison) -> None:
    a, b = encode(left), encode(right)
    assert equal(a, b, ANY, comparison) == equal(b, a, ANY, comparison)


@given(st.lists(st.floats(-2, 2), max_size=6), st.data(), st.sampled_from([1e-6, 0.1, 0.5]))
def test_numbers_in_any_order_within_a_tolerance_are_matched_whoever_comes_first(
    numbers: list[float], data: st.DataObject, tolerance: float
) -> None:
    comparison = Comparison(tolerance=tolerance, any_order=True)
    moved = [number + data.draw(st.floats(-0.9, 0.9)) * tolerance for number in numbers]
    shuffled = data.draw(st.permutations(moved))
    assert equal(encode(numbers), encode(shuffled), ANY, comparison)
    assert equal(encode(shuffled), encode(numbers), ANY, comparison)


@given(values)
def test_what_is_shown_is_bounded_and_never_fails(value: Any) -> None:
    assert len(show(encode(value), 50)) <= 50


@given(values)
def test_plain_json_of_a_value_is_json(value: Any) -> None:
    canonical(to_json(encode(value)))


@pytest.mark.parametrize(
    ("left", "right", "kind", "expected"),
    [
        (1, 1.0, "any", True),
        (1, 1.0, "int", False),
        (1.0, 1, "float", True),
        (True, 1, "any", True),
        (True, 1, "int", False),
        (1, True, "bool", False),
        (float("nan"), float("nan"), "float", True),
        (0.0, -0.0, "float", True),
        (2**80, 2**80, "int", True),
        (2**80, 2**80 + 1, "int", False),
        (2**80, float(2**80), "any", True),
        ([1, 2], (1, 2), "any", True),
        ((1, 2), [1, 2], "any", False),
        ({1, 2}, {2, 1}, "set[int]", True),
        ({1: [2]}, {1: [2]}, "map[int, list[int]]", True),
        ({1: 2, 3: 4}, {3: 4, 1: 2}, "map[int, int]", True),
        ({1: 2}, {1: 3}, "map[int, int]", False),
        (None, 0, "optional[int]", False),
        (None, None, "optional[int]", True),
        ("a", b"a", "any", False),
        ([], None, "any", False),
        ([float("inf")], [float("-inf")], "any", False),
        ([[1, 2], [3]], [[3], [1, 2]], "list[list[int]]", False),
    ],
)
def test_when_two_values_count_as_equal(left: Any, right: Any, kind: str, expected: bool) -> None:
    assert equal(encode(left), encode(right), Type.parse(kind)) is expected


@pytest.mark.parametrize(
    ("left", "right", "comparison", "expected"),
    [
        ([3, 1, 2], [1, 2, 3], Comparison(any_order=True), True),
        ([3, 1, 2], [1, 2, 2], Comparison(any_order=True), False),
        ([[2, 1], [3]], [[3], [1, 2]], Comparison(any_order=True), True),
        ([1.05, 1.0], [1.1, 1.15], Comparison(tolerance=0.1, any_order=True), True),
        (0.1 + 0.2, 0.3, EXACT, False),
        (0.1 + 0.2, 0.3, Comparison(tolerance=1e-9), True),
        ([0.1 + 0.2], [0.3], Comparison(tolerance=1e-9), True),
        (1e308, math.inf, Comparison(tolerance=0.1), False),
        (3, 4, Comparison(tolerance=0.9), False),
        ({"x": 0.1 + 0.2}, {"x": 0.3}, Comparison(tolerance=1e-9), True),
    ],
)
def test_tolerance_and_order_are_as_asked(left: Any, right: Any, comparison: Comparison, expected: bool) -> None:
    assert equal(encode(left), encode(right), ANY, comparison) is expected


@pytest.mark.parametrize("opaque", [{"$object": ["C", None, "<C>"]}, {"$cycle": 1}, {"$cut": "too deep"}])
def test_what_could_not_be_seen_whole_equals_nothing(opaque: Any) -> None:
    assert not equal(opaque, opaque)


@pytest.mark.parametrize(
    ("given", "kind", "wanted"),
    [
        ([1, 2], "tuple[int, int]", {"$tuple": [1, 2]}),
        ([2, 1, 2], "set[int]", {"$set": [1, 2]}),
        ({"1": 2}, "map[int, int]", {"$map": [[1, 2]]}),
        ({"true": 1}, "map[bool, int]", {"$map": [[True, 1]]}),
        ({"a": {"b": 1}}, "any", {"$map": [["a", {"$map": [["b", 1]]}]]}),
        (1, "float", 1.0),
        (None, "optional[list[int]]", None),
        ([[1]], "optional[list[tuple[int]]]", [{"$tuple": [1]}]),
        (2**60, "int", {"$int": hex(2**60)}),
        ({"$tuple": [1]}, "any", {"$tuple": [1]}),
    ],
)
def test_plain_json_is_read_as_the_declared_type(given: Any, kind: str, wanted: Any) -> None:
    assert from_json(given, Type.parse(kind)) == wanted


@pytest.mark.parametrize(
    "rubbish", [{"$map": 5}, {"$int": "seven"}, {"$float": None}, {"$tuple": {"$set": 1}}, {"$object": []}, {"$new": 1}]
)
def test_what_only_looks_tagged_is_an_ordinary_map(rubbish: Any) -> None:
    data = from_json([rubbish])
    assert checked(data) == data
    assert show(data)
    assert equal(data, data)


def test_a_tuple_meets_the_list_that_json_could_say_where_any_value_may_come() -> None:
    assert equal([1, [2]], encode((1, (2,))))
    assert not equal(encode((1, 2)), [1, 2])
    assert not equal([1, 2], encode((1, 2)), Type.parse("list[int]"))


def test_a_list_is_read_again_as_the_tuple_that_is_declared() -> None:
    assert shape([1, 2], Type.parse("tuple[int, int]")) == {"$tuple": [1, 2]}
    assert shape({"$tuple": [1, 2]}, Type.parse("list[int]")) == [1, 2]


@pytest.mark.parametrize("value", [object(), 1j, lambda: None])
def test_what_has_no_tagged_form_is_refused(value: object) -> None:
    with pytest.raises(UserError):
        encode([value])


def test_nesting_without_end_is_refused() -> None:
    value: list[Any] = []
    for _ in range(300):
        value = [value]
    with pytest.raises(UserError, match="deep"):
        encode(value)


def test_the_order_in_which_a_map_was_filled_does_not_tell_values_apart() -> None:
    one, other = ({"$map": [["a", 1], ["b", {"$map": pairs}]]} for pairs in ([[1, 2], [3, 4]], [[3, 4], [1, 2]]))
    assert in_any_order(one) == in_any_order(other)
    assert in_any_order([1, 2]) != in_any_order([2, 1])
