from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict

from specwright.adapters.models.hosted.schema import is_open


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    parts: tuple[Closed, ...] = ()
    pair: tuple[int, str] = (1, "")
    maybe: int | None = None


class WithMap(BaseModel):
    nested: list[dict[str, int]]


class WithAny(BaseModel):
    expected: Any


class WithBareList(BaseModel):
    items: list[Any]


def test_a_schema_that_names_everything_is_closed() -> None:
    assert not is_open(Closed.model_json_schema())


@pytest.mark.parametrize("model", [WithMap, WithAny, WithBareList])
def test_free_keys_and_free_values_are_found_however_deep(model: type[BaseModel]) -> None:
    assert is_open(model.model_json_schema())
