"""What tells two calls apart, and what does not."""

from __future__ import annotations

from typing import Any

import pytest

from specwright.core.existing.comparison import DifferenceKind, NoteKind
from specwright.improving.alike import difference, shown
from specwright.improving.confirm import is_small
from specwright.ports.observing import SeenCall

HIDDEN = "\0"


def returned(value: Any, **more: Any) -> SeenCall:
    return SeenCall(ending="returned", value=value, **more)


def hidden(*parts: Any) -> dict[str, Any]:
    return {"$tuple": [f"{HIDDEN}{parts[0]}", *parts[1:]]}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, 1.0),
        (1, True),
        (0, False),
        ("1", 1),
        (None, 0),
        ([1], {"$tuple": [1]}),
        ([1, 2], [2, 1]),
        ([1], [1, 1]),
        ({"$map": [["a", 1]]}, {"$map": [["a", 2]]}),
        ({"$map": [["a", 1]]}, {"$map": []}),
        ({"$set": [1]}, {"$set": [1, 2]}),
        (0.1, 0.1000001),
        ({"$int": "0x20000000000000"}, {"$int": "0x20000000000001"}),
        ({"$bytes": "00"}, {"$bytes": "01"}),
        (hidden("object", "A", {"$map": [["x", 1]]}), hidden("object", "A", {"$map": [["x", 2]]})),
        (hidden("of", "Counter", {"$map": [["x", 1]]}), {"$map": [["x", 2]]}),
        ([f"{HIDDEN}undefined"], None),
        ({"$cut": "too large"}, 1),
    ],
)
def test_values_that_differ_are_told_apart(left: Any, right: Any) -> None:
    notes: set[NoteKind] = set()
    assert difference(returned(left), returned(right), notes) is DifferenceKind.RESULT
    assert difference(returned([[left]]), returned([[right]]), notes) is DifferenceKind.RESULT
    assert difference(returned(left), returned(left), notes) is None


@pytest.mark.parametrize(
    ("left", "right", "note"),
    [
        ({"$map": [["a", 1], ["b", 2]]}, {"$map": [["b", 2], ["a", 1]]}, NoteKind.ORDER),
        (0.1 + 0.2, 0.3, NoteKind.DIGITS),
        (0.0, {"$float": "-0.0"}, NoteKind.ZERO),
        (0, {"$float": "-0.0"}, NoteKind.ZERO),
        (hidden("of", "Counter", {"$map": [["x", 1]]}), {"$map": [["x", 1]]}, NoteKind.KIND),
        ({"$float": "nan"}, {"$float": "nan"}, None),
        ({"$set": [2, 1]}, {"$set": [1, 2]}, None),
    ],
)
def test_what_is_equal_in_the_language_is_a_note_at_most(left: Any, right: Any, note: NoteKind | None) -> None:
    notes: set[NoteKind] = set()
    assert difference(returned([left]), returned([right]), notes) is None
    assert notes == ({note} if note else set())


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        (returned(1), SeenCall(ending="raised", error="ValueError"), DifferenceKind.ERROR),
        (
            SeenCall(ending="raised", error="KeyError"),
            SeenCall(ending="raised", error="ValueError"),
            DifferenceKind.ERROR,
        ),
        (returned(1, after=([1],)), returned(1, after=([2],)), DifferenceKind.CHANGED),
        (returned(1, printed="a\n"), returned(1), DifferenceKind.PRINTED),
        (returned([1], shared=([[0, 0]], 0)), returned([1]), DifferenceKind.SHARED),
        (returned(hidden("iterator", [1], "")), returned([1]), DifferenceKind.LAZINESS),
        (returned(1), SeenCall(ending="unfinished", error="time"), DifferenceKind.END),
    ],
)
def test_all_that_a_caller_sees_counts(old: SeenCall, new: SeenCall, kind: DifferenceKind) -> None:
    assert difference(old, new, set()) is kind
    assert difference(new, old, set()) is kind
    assert shown(old, kind) != shown(new, kind)


def test_texts_of_errors_are_a_note_and_two_calls_without_an_end_say_nothing() -> None:
    notes: set[NoteKind] = set()
    old = SeenCall(ending="raised", error="ValueError", message="a")
    assert difference(old, SeenCall(ending="raised", error="ValueError", message="b"), notes) is None
    assert notes == {NoteKind.MESSAGE}
    endless = SeenCall(ending="unfinished", error="time")
    assert difference(endless, SeenCall(ending="unfinished", error="depth"), set()) is None


def test_a_tolerance_of_zero_takes_the_last_digits_for_a_difference() -> None:
    assert difference(returned(0.1 + 0.2), returned(0.3), set(), 0.0) is DifferenceKind.RESULT


@pytest.mark.parametrize("value", [101, {"$int": "0x20000000000000"}, "x" * 31, [0] * 31, [[1000]], {"$set": [200]}])
def test_large_inputs_are_known(value: Any) -> None:
    assert not is_small({"a": 1, "b": value})
    assert is_small({"a": 1, "b": [True, None, "x" * 30, -100, {"$tuple": [1.5]}]})
