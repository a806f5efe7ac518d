"""Record the replies of a real model, and give them again without the model.

A recording is a file of JSON lines, one exchange each: the question, its key and the reply. It holds the words of the
question and of the answer, and no keys.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from specwright.core.errors import ModelError, UserError
from specwright.core.value import Value
from specwright.ports.model import Heard, Model, Question, Reply


class Exchange(Value):
    """One line of a recording."""

    version: Literal[1] = 1
    key: str
    question: Question
    reply: Reply


class RecordingModel:
    """Asks another model and appends every exchange to a file, as soon as it has taken place."""

    def __init__(self, model: Model, path: Path) -> None:
        """Raise UserError when the file cannot be written."""
        self._model = model
        self._path = path
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        except OSError as error:
            raise UserError(
                f"The recording {path} cannot be written: {error.strerror}.",
                hint="Name a file in a folder that you own.",
            ) from None
        self._closed = False

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def priced(self) -> bool:
        return self._model.priced

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Ask the other model. Raise ModelError also if the exchange cannot be written."""
        reply = await self._model.ask(question, hear)
        line = Exchange(key=question.key, question=question, reply=reply).model_dump(mode="json")
        try:
            # One write to a file opened for appending: questions asked at the same time do not mix their lines.
            os.write(self._file, (json.dumps(line) + "\n").encode("ascii"))
        except OSError as error:
            raise ModelError(f"The recording {self._path} cannot be written: {error.strerror}.") from None
        return reply

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            os.close(self._file)
        await self._model.close()


class ReplayModel:
    """Answers from a recording. A question that was asked several times gets its replies in order, then the last."""

    def __init__(self, path: Path) -> None:
        """Raise UserError when the file cannot be read or is no recording."""
        self._path = path
        self._replies: dict[str, list[Reply]] = {}
        self._asked: Counter[str] = Counter()
        for exchange in read_recording(path):
            self._replies.setdefault(exchange.key, []).append(exchange.reply)

    @property
    def name(self) -> str:
        return f"replay:{self._path.name}"

    @property
    def priced(self) -> bool:
        return all(reply.usage.usd is not None for replies in self._replies.values() for reply in replies)

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Return the recorded reply at once. Raise ModelError when the question is not in the recording."""
        replies = self._replies.get(question.key)
        if replies is None:
            last = " ".join(question.turns[-1].text.split())
            raise ModelError(
                f"The recording {self._path} has no reply to this question: stage '{question.stage}', sample "
                f"{question.sample}, last turn: {last[:500]}",
                hint="Its words are not those that were recorded: use the same problem and settings, or record again.",
            )
        reply = replies[min(self._asked[question.key], len(replies) - 1)]
        self._asked[question.key] += 1
        if hear:
            hear(Heard(output_chars=len(reply.text)))
        return reply

    async def close(self) -> None:
        """There is nothing to let go of."""


def read_recording(path: Path) -> tuple[Exchange, ...]:
    """The exchanges in order. Raise UserError naming the line that is none, or whose key is not its question's."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise UserError(
            f"The recording {path} cannot be read: {reason}.", hint="Make one with a RecordingModel."
        ) from None
    exchanges: list[Exchange] = []
    for number, line in enumerate(lines, 1):
        try:
            # Not `model_validate_json`: it refuses the lone surrogates that a question may hold.
            exchange = Exchange.model_validate(json.loads(line))
        except (ValueError, RecursionError) as error:
            problem = error.errors(include_url=False)[0]["msg"] if isinstance(error, ValidationError) else error
            raise UserError(
                f"Line {number} of the recording {path} is no exchange: {problem}.", hint="Remove it."
            ) from None
        if exchange.key != exchange.question.key:
            raise UserError(
                f"Line {number} of the recording {path} was changed: its question has another key.",
                hint="Record it again.",
            )
        exchanges.append(exchange)
    return tuple(exchanges)
