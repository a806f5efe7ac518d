"""Keep questions that are asked side by side within the tokens that are left."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from specwright.core.errors import BudgetExhausted
from specwright.ports.model import Question, Usage

_TOKENS_PER_CHARACTER: Final = 1 / 3
"""More than models have in English prose, because code and other languages take more. It holds until one was seen."""
_LEAST_REPLY: Final = 50
"""With less room no reply can be used."""
_USUAL_REPLY: Final = 2000
RAISE_TOKENS: Final = "raise it with --budget-tokens and `specwright resume` the run: nothing recorded is asked again"


def length(question: Question) -> int:
    """Return how many characters the question has, its schema included."""
    schema = json.dumps(question.reply_schema) if question.reply_schema is not None else ""
    return sum(map(len, [question.instructions, schema, *(turn.text for turn in question.turns)]))


class Reservations:
    """Tokens that questions on their way may use. Their real use is in the record once they are answered."""

    def __init__(self) -> None:
        self._reserved = 0
        self._changed = asyncio.Condition()
        self._seen: list[float] = []
        self._alone = asyncio.Lock()

    def learn(self, question: Question, usage: Usage) -> None:
        """Note how many tokens the model counted in a question."""
        if usage.input_tokens:
            self._seen.append(usage.input_tokens / usage.requests / max(1, length(question)))

    def input_tokens(self, question: Question) -> int:
        """Return about how many tokens the question has, rather too many than too few."""
        return round(length(question) * max(self._seen, default=_TOKENS_PER_CHARACTER))

    def alone(self) -> asyncio.Lock:
        """Return what lets one question out at a time: its price is known only once it is answered."""
        return self._alone

    @asynccontextmanager
    async def room_for(self, question: Question, budget: int, spent: Callable[[], int]) -> AsyncIterator[int]:
        """Wait until the question fits beside those on their way, or is alone; yield the room for its reply.

        Raise BudgetExhausted if the rest has no room for the question and a short reply.
        """
        async with self._changed:
            asked = self.input_tokens(question)
            wanted = asked + (question.max_tokens or _USUAL_REPLY)
            await self._changed.wait_for(lambda: not self._reserved or self._reserved + wanted <= budget - spent())
            asked, left = self.input_tokens(question), budget - spent()
            room = left - self._reserved - asked
            if room < _LEAST_REPLY:
                raise BudgetExhausted(
                    f"of the budget of {budget} tokens {max(0, left)} are left, and the next question takes about "
                    f"{asked + _LEAST_REPLY}",
                    hint=RAISE_TOKENS,
                )
            self._reserved += wanted
        try:
            yield room
        finally:
            async with self._changed:
                self._reserved -= wanted
                self._changed.notify_all()
