"""The shape of every value in the core: frozen, and closed to fields it does not know."""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from pydantic import BaseModel, ConfigDict


class Value(BaseModel):
    """A frozen value. Unknown fields are errors, so a misspelt name never passes silently.

    Numbers are finite: NaN and the infinities have no place in JSON. Data that may hold them is tagged.

    Its validator is built when it is first used: a run uses a part of all values there are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, allow_inf_nan=False)


_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def canonical(data: Any) -> str:
    """Return the one JSON text of `data`: sorted keys, no spaces, ASCII only. Equal data, equal text."""
    return _ENCODER.encode(data)


def digest(data: Any) -> str:
    """Return the sha256 of the canonical JSON text of `data`."""
    return hashlib.sha256(canonical(data).encode("ascii")).hexdigest()
