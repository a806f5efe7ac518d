"""No model at all: work without a model goes on, and every question raises an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from specwright.core.errors import ModelError
from specwright.ports.model import Heard, Question


class AbsentModel:
    """Stands where a model would be. With a `name`, it stands for the one whose answers are recorded."""

    priced = True

    def __init__(self, name: str = "no model") -> None:
        self.name = name

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> NoReturn:
        """Raise ModelError, always."""
        raise ModelError(f"There is no model to ask (stage '{question.stage}').", hint="Set up a model.")

    async def close(self) -> None:
        return None
