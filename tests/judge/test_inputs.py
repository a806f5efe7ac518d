from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.program.data import Data, decode, encode
from specwright.core.program.infer import fits, type_of
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.value import canonical
from specwright.judge.probes.inputs import (
    boundary_values,
    distinguishing,
    from_known,
    from_signature,
    smaller,
)

TYPES = [
    "int", "float", "bool", "str", "any", "list[int]", "list[list[str]]", "set[int]", "map[str, list[float]]",
    "tuple[int, str]", "tuple[]", "optional[int]", "list[tuple[int, bool]]",
]  # fmt: skip


def signature(*types: str) -> Signature:
    params = tuple(Parameter(name=f"p{at}", type=Type.parse(text)) for at, text in enumerate(types))
    return Signature(name="f", params=params, returns=Type("any"))


@pytest.mark.parametrize("text", TYPES)
def test_every_type_has_boundary_values_and_random_ones_that_can_be_read_back(text: str) -> None:
    assert boundary_values(Type.parse(text))
    for call in from_signature(signature(text), seed=5, count=30):
        decode(call["p0"])


@pytest.mark.parametrize("text", ["int", "str", "list[int]", "map[str, list[float]]", "list[tuple[int, bool]]"])
def test_values_made_from_a_type_are_of_that_type(text: str) -> None:
    values = [decode(call["p0"]) for call in from_signature(signature(text), seed=1, count=40)]
    assert len(values) == 40
    assert type_of(values) == Type.parse(text)


def test_the_same_seed_gives_the_same_inputs_and_another_seed_others() -> None:
    wanted = signature("list[int]", "str")
    known: list[dict[str, Data]] = [{"p0": [1, 2, 3], "p1": "abc"}]
    assert distinguishing(wanted, known, 7, 40) == distinguishing(wanted, known, 7, 40)
    assert from_known(known, 7, 20) != from_known(known, 8, 20)
    assert from_signature(wanted, 7, 60) != from_signature(wanted, 8, 60)


def test_no_input_is_made_twice_and_no_known_one_is_made_again() -> None:
    known: list[dict[str, Data]] = [{"p0": [1, 2, 3], "p1": "abc"}, {"p0": [4], "p1": "x"}]
    made = distinguishing(signature("list[int]", "str"), known, 7, 40)
    keys = [canonical(call) for call in made]
    assert len(keys) == len(set(keys)) == 40
    assert not set(keys) & {canonical(call) for call in known}


def test_changes_keep_to_what_the_known_inputs_have_in_common() -> None:
    known: list[dict[str, Data]] = [{"n": 5, "s": "abba", "items": [3, 9]}, {"n": 12, "s": "ab", "items": [4, 4, 7]}]
    for call in from_known(known, seed=3, count=200):
        assert call["n"] >= 5
        assert len(call["s"]) >= 2
        assert set(call["s"].lower()) <= {"a", "b"}
        assert len(call["items"]) >= 2
        assert all(item >= 3 for item in call["items"])


def test_a_value_of_one_possibility_does_not_make_it_search_for_ever() -> None:
    assert len(from_known([{"flag": True}], seed=1, count=10)) == 1
    assert from_known([], seed=1, count=10) == ()
    assert from_signature(signature(), seed=1, count=10) == ({},)


def shrink(call: dict[str, Data], still_differs: Callable[[dict[str, Data]], bool], steps: int = 50) -> dict[str, Data]:
    for _ in range(steps):
        better = next((option for option in smaller(call) if still_differs(option)), None)
        if better is None:
            return call
        call = better
    return call


def test_a_telling_input_is_made_small() -> None:
    start: dict[str, Data] = {"items": [17, 42, 8, 95, 3, 60], "name": "something long"}
    found = shrink(start, lambda call: any(item > 40 for item in call["items"]))
    assert found["name"] == ""
    assert len(found["items"]) == 1
    assert 40 < found["items"][0] <= 60


def test_an_input_that_cannot_be_smaller_stays_as_it_is() -> None:
    assert shrink({"n": 0, "s": "", "items": []}, lambda _: True) == {"n": 0, "s": "", "items": []}


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4)
    | st.tuples(inner, inner)
    | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip


@given(values)
def test_shrinking_ends_whatever_the_value(value: object) -> None:
    shrink({"x": encode(value)}, lambda _: True, steps=400)
    assert all(canonical(option) != canonical({"x": encode(value)}) for option in smaller({"x": encode(value)}))


@given(st.lists(values, min_size=1, max_size=3), st.integers(0, 99))
def test_any_known_value_can_be_changed(known: list[object], seed: int) -> None:
    for call in from_known([{"x": encode(value)} for value in known], seed, 5):
        decode(call["x"])


def test_changed_inputs_keep_to_the_declared_types() -> None:
    params = {"words": "list[str]", "grid": "list[list[int]]", "pairs": "map[str, list[int]]"}
    signature = Signature(
        name="f",
        params=tuple(Parameter(name=name, type=Type.parse(kind)) for name, kind in params.items()),
        returns=Type.parse("int"),
    )
    known: list[dict[str, Any]] = [
        {"words": [], "grid": [], "pairs": {"$map": []}},
        {"words": [], "grid": [[1], []], "pairs": {"$map": [["a", [2]], ["b", []]]}},
    ]
    made = from_known(known, seed=1, count=60, signature=signature)
    assert made
    for call in made:
        assert all(fits(call[param.name], param.type) for param in signature.params), call
