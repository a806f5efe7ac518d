from __future__ import annotations

import pytest

from specwright.core.errors import UserError
from specwright.core.program.types import Type


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("int", "int"),
        ("List[int]", "list[int]"),
        ("dict[str, list[Optional[float]]]", "map[str, list[optional[float]]]"),
        ("tuple[int, ...]", "list[int]"),
        ("tuple[]", "tuple[]"),
        ("list", "list[any]"),
        ("map", "map[any, any]"),
    ],
)
def test_a_type_is_read_from_the_words_people_use_and_written_in_one_form(text: str, canonical: str) -> None:
    assert str(Type.parse(text)) == canonical
    assert Type.parse(canonical) == Type.parse(text)


@pytest.mark.parametrize(
    "text", ["", "   ", "list[int", "list[int] x", "list[int, str]", "int[str]", "gizmo", "list<int>"]
)
def test_what_is_no_type_is_a_user_error(text: str) -> None:
    with pytest.raises(UserError):
        Type.parse(text)


def test_deep_nesting_is_refused_rather_than_overflowing_the_stack() -> None:
    with pytest.raises(UserError):
        Type.parse("list[" * 5000 + "int" + "]" * 5000)
