"""The strategies there are, the default first. A further one takes a module of its own and a line here, or a plugin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from specwright.core.errors import UserError
from specwright.core.memory.recollection import StrategyRecord
from specwright.core.memory.size import size_of
from specwright.core.text import counted
from specwright.core.work.blueprint import Blueprint
from specwright.memory.outcomes import best_by_outcomes
from specwright.pipeline.writing.strategies.incremental import INCREMENTAL
from specwright.pipeline.writing.strategies.strategy import Strategy
from specwright.pipeline.writing.strategies.template_based import TEMPLATE_BASED
from specwright.pipeline.writing.strategies.test_driven import TEST_DRIVEN
from specwright.ports.plugins import PluginKind, plugin, plugins

STRATEGIES: Final = {strategy.name: strategy for strategy in (TEST_DRIVEN, INCREMENTAL, TEMPLATE_BASED)}


def strategy_names() -> tuple[str, ...]:
    """Return the names of all strategies: ours, and those of plugins, which are taken only if they are asked for."""
    further = (each.name for each in plugins(PluginKind.STRATEGIES))
    return tuple(dict.fromkeys((*STRATEGIES, *further)))


def _named(name: str) -> Strategy:
    """Return a strategy. Raise UserError if there is none of that name, or a plugin's cannot be loaded."""
    if name in STRATEGIES:
        return STRATEGIES[name]
    found = plugin(PluginKind.STRATEGIES, name)
    if found is None:
        raise UserError(f"there is no strategy {name!r}", hint=f"the strategies are {', '.join(strategy_names())}")
    return found.load(Strategy)


def choose(
    blueprint: Blueprint, asked: str | None, max_tokens: int | None = None, records: Sequence[StrategyRecord] = ()
) -> tuple[Strategy, str]:
    """Return the strategy for a plan, and why it was taken. Raise UserError for one that does not exist.

    `max_tokens` is the most that a reply of the model may have; None if it has no limit. `records` are the outcomes of
    earlier runs: they decide if the plan fits into one reply.
    """
    if asked is not None:
        return _named(asked), "the user asked for it"
    if blueprint.modules:
        return TEST_DRIVEN, f"its {counted(len(blueprint.modules), 'file')} are written one by one"
    for strategy in STRATEGIES.values():
        why = strategy.suits(blueprint, max_tokens)
        if why is not None:
            return strategy, why
    best = best_by_outcomes(records, size_of(len(blueprint.surface)), STRATEGIES)
    if best is not None:
        return STRATEGIES[best[0]], best[1]
    items = counted(len(blueprint.surface), "item")
    requirements = counted(len(blueprint.requirements), "requirement")
    return TEST_DRIVEN, f"small enough to write at once: {items} and {requirements}"
