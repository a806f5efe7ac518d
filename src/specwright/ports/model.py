"""The model port: one question, one reply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol

from pydantic import Field

from specwright.core.value import Value, digest


class Turn(Value):
    """One message of a conversation."""

    role: Literal["user", "assistant"]
    text: str


class Question(Value):
    """One exchange with a model, complete in itself. Equal questions have equal `key`s."""

    stage: str
    instructions: str
    turns: tuple[Turn, ...] = Field(min_length=1)
    reply_schema: dict[str, Any] | None = None
    """The JSON Schema that the reply must follow; None for free text."""
    temperature: float | None = None
    max_tokens: int | None = None
    sample: int = 0
    """Which of several independent answers to the same words this one is."""
    prompt_digest: str = ""
    """The sha256 of the template that the words were made from."""

    @property
    def key(self) -> str:
        return digest(self.model_dump(mode="json"))


class Usage(Value):
    """What an exchange cost. `usd` is None where the price is not known."""

    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    requests: int = 1

    def __add__(self, other: Usage) -> Usage:
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        return Usage(
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            usd=usd,
            requests=self.requests + other.requests,
        )


class Reply(Value):
    """A model's answer as text. `model` names what really answered."""

    text: str
    model: str
    cut: bool = False
    """Whether the model was stopped (length limit, content filter): the text ends early, and was paid for."""
    usage: Usage = Usage()
    seconds: float = 0.0


class Heard(Value):
    """Progress of an answer that is still on its way: how much has come, or that we wait to try again."""

    output_chars: int = 0
    waiting_seconds: float = 0.0
    reason: str = ""


class Model(Protocol):
    @property
    def name(self) -> str:
        """Such as `openai:gpt-5`, as recorded in results."""

    @property
    def priced(self) -> bool:
        """Whether the price of an answer is known (a model on this machine costs nothing, and that is known)."""

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Answer one question; retries of its transport are its own business.

        Raise ModelError if there is no answer, ReplyUnusable if the reply is not an answer, and nothing else.
        Cancellation ends the request at once.
        """

    async def close(self) -> None:
        """Let go of connections and memory. Calling it twice is harmless."""
