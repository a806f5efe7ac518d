"""A record as code makes it, `Point(1, y=2)`, before the type of its fields is known."""

from __future__ import annotations

from typing import Any

from specwright.core.value import Value


class MadeFrame(Value):
    """An array, a series or a data frame as code makes it."""

    data: Any
    """Tagged data."""


class MadeRecord(Value):
    name: str
    fields: Any
    """Tagged data: a map from the place or the name of each field."""

    @property
    def data(self) -> dict[str, Any]:
        """Return it as an object; reading it as a record type makes a record of it."""
        return {"$object": [self.name, self.fields, f"{self.name}(...)"]}
