from __future__ import annotations

from typing import Any

import pytest

from specwright.core.program.infer import type_of


@pytest.mark.parametrize(
    ("values", "wanted"),
    [
        ([1, 2], "int"),
        ([1, 2.5], "float"),
        ([True, False], "bool"),
        ([True, 1], "any"),
        (["a"], "str"),
        ([[1], []], "list[int]"),
        ([[], []], "list[any]"),
        ([[[1]], [[2.5]]], "list[list[float]]"),
        ([(1, "a"), (2, "b")], "tuple[int, str]"),
        ([(1,), (2, 3)], "tuple[]"),
        ([{"a": 1}, {}], "map[str, int]"),
        ([{1, 2}], "set[int]"),
        ([1, None], "optional[int]"),
        ([None], "optional[any]"),
        ([1, "a"], "any"),
        ([], "any"),
    ],
)
def test_the_narrowest_type_of_all_values_is_found(values: list[Any], wanted: str) -> None:
    assert str(type_of(values)) == wanted
