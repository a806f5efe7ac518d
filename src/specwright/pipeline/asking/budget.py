"""Keep questions that are asked side by side within the tokens that are left."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from specwright.core.errors import BudgetExhausted
from specwright.ports.model import Question

_CHARACTERS_PER_TOKEN: Final = 3
"""Fewer than models have in English prose, because code and other languages take more tokens."""
_LEAST_REPLY: Final = 50
"""With less room no reply can be used."""
_USUAL_REPLY: Final = 2000


def input_tokens(question: Question) -> int:
    """Return about how many tokens the question has, rather too many than too few."""
    schema = json.dumps(question.reply_schema) if question.reply_schema is not None else ""
    texts = [question.instructions, schema, *(turn.text for turn in question.turns)]
    return sum(map(len, texts)) // _CHARACTERS_PER_TOKEN


class Reservations:
    """Tokens that questions on their way may use. What they did use is in the record once they are answered."""

    def __init__(self) -> None:
        self._reserved = 0
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def room_for(self, question: Question, left: Callable[[], int], hint: str) -> AsyncIterator[int]:
        """Wait until the question fits beside those on their way, or is alone; yield the room for its reply.

        Raise BudgetExhausted if what is left has no room for the question and a short reply.
        """
        asked = input_tokens(question)
        wanted = asked + (question.max_tokens or _USUAL_REPLY)
        async with self._changed:
            await self._changed.wait_for(lambda: not self._reserved or self._reserved + wanted <= left())
            room = left() - self._reserved - asked
            if room < _LEAST_REPLY:
                raise BudgetExhausted(
                    f"{max(0, left())} tokens of the budget are left, and the next question takes about "
                    f"{asked + _LEAST_REPLY}",
                    hint=hint,
                )
            self._reserved += wanted
        try:
            yield room
        finally:
            async with self._changed:
                self._reserved -= wanted
                self._changed.notify_all()
