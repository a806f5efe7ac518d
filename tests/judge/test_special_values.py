from __future__ import annotations

import random

import pytest

from specwright.core.program.infer import fits
from specwright.core.program.signature import Parameter, ParamRole, Signature
from specwright.core.program.types import Type
from specwright.judge.probes.inputs import (
    boundary_values,
    distinguishing,
    for_questions,
    from_known,
    random_value,
    smaller,
)

KINDS = (
    "bytes", "decimal", "date", "datetime", "iterator[date]", "function[int, bool]", "function[str, int, float]",
    "function[str, str, str]", "function[bool]", "file", "folder", "Point(x: int, y: optional[decimal])",
    "map[str, decimal]",
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_values_that_json_lacks_are_of_their_type_at_the_edges_and_at_random(kind: str) -> None:
    wanted, rng = Type.parse(kind), random.Random(7)
    edges = boundary_values(wanted)
    assert len(edges) > 1 or kind.startswith("function")
    assert all(fits(value, wanted) for value in (*edges, *(random_value(wanted, rng) for _ in range(30))))


def test_further_calls_of_a_special_function_keep_to_its_types() -> None:
    point = Type.parse("Point(x: int, day: date)")
    params = (
        Parameter(name="points", type=Type("list", point), role=ParamRole.CHANGED),
        Parameter(name="key", type=Type.parse("function[int, int]")),
    )
    signature = Signature(name="f", params=params, returns=Type.parse("none"))
    record = {"$map": [["x", 3], ["day", {"$date": "2024-05-01"}]]}
    known = [{"points": [record, record], "key": {"$function": "lambda a: a"}}]
    types = {param.name: param.type for param in params}
    made = distinguishing(signature, known, 1, 40)
    simpler = smaller(known[0], signature)
    asked = for_questions(signature, known, known, 1)
    assert len(made) > 20
    assert len(simpler) > 2
    for call in (*made, *simpler, *asked):
        assert all(fits(value, types[name]) for name, value in call.items()), call
    near = from_known(known, 1, 30, signature)
    assert any(
        "2024-05-0" in str(call) and "2024-05-01" not in str(call["points"][0]) for call in near if call["points"]
    )
