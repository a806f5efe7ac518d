"""Limits of time and memory that a problem states: `Time limit: 2 seconds`, `256 megabytes`."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.program.signature import StatedLimits

_SECONDS: Final = re.compile(
    r"(?:time\s+limit(?:\s+per\s+test(?:\s+case)?)?|(?:cpu|run(?:ning)?|execution)\s+time(?:\s+limit)?)\s*(?:is|of|:|=|\|)?"
    r"\s*(?P<number>\d+(?:\.\d+)?)\s*-?(?P<unit>ms|milliseconds?|s|secs?|seconds?)\b",
    re.IGNORECASE,
)
_BYTES: Final = re.compile(
    r"memory\s+limit(?:\s+per\s+test(?:\s+case)?)?\s*(?:is|of|:|=|\|)?\s*(?P<number>\d+(?:\.\d+)?)\s*-?"
    r"(?P<unit>k|m|g)(?:i?b\b|bytes?\b|egabytes?\b|igabytes?\b|ilobytes?\b|ebibytes?\b)",
    re.IGNORECASE,
)
_UNITS: Final = {"k": 2**10, "m": 2**20, "g": 2**30}


def stated_limits(text: str) -> StatedLimits | None:
    """Return the limits that the text states; None if it states none."""
    seconds, memory = _SECONDS.search(text), _BYTES.search(text)
    if seconds is None and memory is None:
        return None
    found = None
    if seconds is not None:
        found = float(seconds["number"]) / (1000 if seconds["unit"].lower().startswith("m") else 1)
    size = int(float(memory["number"]) * _UNITS[memory["unit"].lower()]) if memory is not None else None
    return StatedLimits(seconds=found or None, memory_bytes=size or None)
