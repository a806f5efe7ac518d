from __future__ import annotations

import pytest

from specwright.core.program.data import decode
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.quality.loads import largest, shapes


def signature(*types: str) -> Signature:
    params = tuple(Parameter(name=f"p{place}", type=Type.parse(kind)) for place, kind in enumerate(types))
    return Signature(name="f", params=params, returns=Type.parse("any"))


@pytest.mark.parametrize(
    "kind", ["list[int]", "str", "set[int]", "map[str, int]", "list[list[int]]", "optional[list[str]]"]
)
def test_every_shape_has_as_many_items_as_are_wanted(kind: str) -> None:
    for shape in shapes(signature(kind)):
        for size in (1, 7, 50):
            assert len(decode(shape.make(size)["p0"])) == size


def test_the_shapes_of_a_list_are_those_that_sorting_fears() -> None:
    made = {shape.name: decode(shape.make(40)["p0"]) for shape in shapes(signature("list[int]"))}
    assert made["sorted"] == sorted(made["sorted"])
    assert made["reversed"] == sorted(made["reversed"], reverse=True)
    assert len(set(made["all equal"])) == 1
    assert made["random"] != sorted(made["random"])


def test_numbers_grow_by_value_and_primes_are_primes() -> None:
    made = {shape.name: shape for shape in shapes(signature("int"))}
    assert made["all numbers alike"].make(12) == {"p0": 12}
    assert [made["primes"].fit(n) for n in (1, 8, 14, 90, 10**6)] == [2, 11, 17, 97, 1000003]
    assert made["primes"].make(8) == {"p0": 11}


def test_only_the_named_parameter_grows() -> None:
    both = signature("list[int]", "list[int]")
    made = shapes(both, "p1")[0].make(100)
    assert [len(decode(made[name])) for name in ("p0", "p1")] == [3, 100]
    assert largest(both) < largest(signature("int"))


def test_the_same_input_is_made_again_and_another_variety_is_another() -> None:
    first, again = (shapes(signature("list[int]"))[0] for _ in range(2))
    assert first.make(30) == again.make(30)
    assert first.make(30) != first.make(30, 1)


def test_what_cannot_grow_has_no_shapes() -> None:
    assert shapes(signature("bool")) == ()
