"""The strategies there are, the default first. A further one takes a module of its own and a line here."""

from __future__ import annotations

from typing import Final

from specwright.core.errors import UserError
from specwright.core.text import counted
from specwright.core.work.blueprint import Blueprint
from specwright.pipeline.writing.strategies.incremental import INCREMENTAL
from specwright.pipeline.writing.strategies.strategy import Strategy
from specwright.pipeline.writing.strategies.test_driven import TEST_DRIVEN

STRATEGIES: Final = {strategy.name: strategy for strategy in (TEST_DRIVEN, INCREMENTAL)}


def choose(blueprint: Blueprint, asked: str | None, max_tokens: int | None = None) -> tuple[Strategy, str]:
    """The strategy for a plan, and why it was taken. Raises UserError for one that does not exist.

    `max_tokens` is the most that a reply of the model may have; None if it has no limit.
    """
    if asked is not None:
        if asked not in STRATEGIES:
            raise UserError(f"there is no strategy {asked!r}", hint=f"the strategies are {', '.join(STRATEGIES)}")
        return STRATEGIES[asked], "the user asked for it"
    for strategy in STRATEGIES.values():
        why = strategy.suits(blueprint, max_tokens)
        if why is not None:
            return strategy, why
    items = counted(len(blueprint.surface), "item")
    requirements = counted(len(blueprint.requirements), "requirement")
    return TEST_DRIVEN, f"small enough to write at once: {items} and {requirements}"
