from __future__ import annotations

import pytest

from specwright.core.errors import UserError
from specwright.core.sizes import parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("512m", 512 * 2**20),
        ("2g", 2 * 2**30),
        ("1.5k", 1536),
        ("100", 100),
        ("64 MiB", 64 * 2**20),
        ("1gb", 2**30),
        ("1.5 GiB", 3 * 2**29),
    ],
)
def test_sizes_are_read_as_people_write_them(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "m", "-1m", "1 elephant", "1e3", "٣m"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="not a size"):
        parse_size(text)
