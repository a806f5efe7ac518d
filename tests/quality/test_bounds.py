"""Stated performance in words."""

from __future__ import annotations

from typing import Any

import pytest

from specwright.core.work.performance import Growth
from specwright.quality.bounds import read_bounds

STATED: list[tuple[str, list[dict[str, Any]]]] = [
    ("handles 10^6 items in 1 s", [{"items": 10**6, "seconds": 1.0}]),
    ("under 200 ms for 10,000 entries", [{"items": 10_000, "seconds": 0.2}]),
    ("O(n log n)", [{"growth": Growth.LINEARITHMIC}]),
    ("must run in O(N * log(N)) time and O(1) space", [{"growth": Growth.LINEARITHMIC}]),
    ("O(m²) is enough", [{"growth": Growth.QUADRATIC}]),
    ("works in linear time", [{"growth": Growth.LINEAR}]),
    ("at most 64 MB", [{"memory_bytes": 64 * 2**20}]),
    (
        "Process 2 million records within 3 seconds using no more than 128 MiB.",
        [{"items": 2_000_000, "seconds": 3.0, "memory_bytes": 128 * 2**20}],
    ),
    ("n up to 10^5 in under a second", [{"items": 10**5, "seconds": 1.0}]),
    ("for lists of length 1e5 it takes at most 500ms", [{"items": 10**5, "seconds": 0.5}]),
    ("handles 100k elements of `nums` in 50 milliseconds", [{"items": 10**5, "seconds": 0.05, "parameter": "nums"}]),
    ("O(1) lookup. At most 10 MB", [{"growth": Growth.CONSTANT}, {"memory_bytes": 10 * 2**20}]),
]
NOT_STATED = [
    "It should be fast",
    "returns 3 items in order",
    "O(V + E)",
    "O(k) extra space",
    "the index of the first of two elements",
    "",
]


@pytest.mark.parametrize(("text", "wanted"), STATED)
def test_what_is_stated_is_read(text: str, wanted: list[dict[str, Any]]) -> None:
    read = read_bounds("r1", text, "f", ("nums", "k"))
    fields = [bound.model_dump(exclude_none=True, exclude={"requirement", "function"}) for bound in read]
    assert fields == wanted
    assert all((bound.requirement, bound.function) == ("r1", "f") for bound in read)


@pytest.mark.parametrize("text", NOT_STATED)
def test_what_states_no_performance_is_no_bound(text: str) -> None:
    assert read_bounds("r1", text, "f", ("nums", "k")) == ()
