"""What stands for a model where there is none: what needs no model still works, and a question says what to do."""

from __future__ import annotations

from collections.abc import Callable

from specwright.adapters.models.choose import no_model
from specwright.ports import Heard, Question, Reply


class AbsentModel:
    """The model of a machine without one. Every question raises ModelError."""

    name = "none"
    priced = True

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        raise no_model()

    async def close(self) -> None:
        """There is nothing to close."""
