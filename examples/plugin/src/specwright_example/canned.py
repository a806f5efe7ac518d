"""A model: `--model canned:FILE` answers from a file of JSON, by the stage that asks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from specwright import ModelError, Question, Reply
from specwright.ports.model import Heard


class Canned:
    """Implements the Model port."""

    priced = True

    def __init__(self, path: str) -> None:
        self.name = f"canned:{path}"
        try:
            self._replies: dict[str, str] = json.loads(Path(path).read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ModelError(f"{path} cannot be read: {error}", hint='write {"write_code": "..."}') from error

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        if question.stage not in self._replies:
            raise ModelError(f"{self.name} has no reply for {question.stage}")
        return Reply(text=self._replies[question.stage], model=self.name)

    async def close(self) -> None:
        """There is nothing to let go of."""


def open_model(path: str) -> Canned:
    """Return the model for what stands behind `canned:`. Raise ModelError."""
    return Canned(path)
