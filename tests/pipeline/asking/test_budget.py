"""Questions that are asked side by side stay within the tokens that are left."""

from __future__ import annotations

import asyncio

import pytest

from specwright.core.errors import BudgetExhausted
from specwright.pipeline.asking.budget import Reservations
from specwright.ports.model import Question, Turn, Usage

QUESTION = Question(stage="s", instructions="x" * 300, turns=(Turn(role="user", text="y" * 300),), max_tokens=1000)


def ask_side_by_side(budget: int, count: int = 3, used: int = 900) -> tuple[int, int, int]:
    """Return how much was spent, how many questions were asked, and how many of them at once."""
    spent = asked = at_once = most = 0

    async def ask(reservations: Reservations) -> None:
        nonlocal spent, asked, at_once, most
        async with reservations.room_for(QUESTION, budget, lambda: spent) as room:
            asked, at_once = asked + 1, at_once + 1
            most = max(most, at_once)
            await asyncio.sleep(0)
            spent += 200 + min(used, room)
            at_once -= 1

    async def all_of_them() -> None:
        reservations = Reservations()
        await asyncio.gather(*(ask(reservations) for _ in range(count)), return_exceptions=True)

    asyncio.run(all_of_them())
    return spent, asked, most


def test_three_questions_at_once_do_not_exceed_the_budget() -> None:
    spent, asked, _ = ask_side_by_side(budget=1500)
    assert spent <= 1500
    assert asked == 2


def test_questions_that_all_fit_go_out_at_once() -> None:
    assert ask_side_by_side(budget=10_000) == (3300, 3, 3)


def test_questions_that_do_not_fit_together_go_one_after_the_other() -> None:
    assert ask_side_by_side(budget=3400) == (3300, 3, 2)


def test_a_question_without_room_for_a_reply_is_not_asked() -> None:
    async def ask() -> None:
        async with Reservations().room_for(QUESTION, 1000, lambda: 790):
            raise AssertionError("asked")

    with pytest.raises(BudgetExhausted, match="of the budget of 1000 tokens 210 are left"):
        asyncio.run(ask())


def test_the_size_of_a_question_is_learnt_from_what_the_model_counts() -> None:
    reservations = Reservations()
    assert reservations.input_tokens(QUESTION) == 200
    reservations.learn(QUESTION, Usage(input_tokens=150))
    assert reservations.input_tokens(QUESTION) == 150
