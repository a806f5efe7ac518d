"""The size of a task, for comparing the outcomes of strategies."""

from __future__ import annotations

from typing import Final

_BANDS: Final = ((3, "small"), (8, "medium"))


def size_of(items: int) -> str:
    """Return the band of a plan with so many items."""
    return next((band for most, band in _BANDS if items <= most), "large")
