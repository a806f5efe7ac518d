"""The composition root: settings become wired parts. Nothing else in the house knows which adapters there are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from specwright.adapters.sandbox.bubblewrap import BubblewrapSandbox
from specwright.adapters.store.sqlite import SqliteStore
from specwright.config import Settings, size_in_bytes
from specwright.core.events import RunLimits
from specwright.languages.registry import toolchain_for
from specwright.ports import Model, Sandbox, Store, Toolchain
from specwright.testing.scripted import ScriptedModel


@dataclass(frozen=True, slots=True)
class Parts:
    """What a run works with, open."""

    store: Store
    model: Model
    sandbox: Sandbox
    toolchain: Toolchain


@asynccontextmanager
async def open_parts(settings: Settings, language: str, model: Model | None = None) -> AsyncIterator[Parts]:
    """The parts that the settings ask for, closed again whatever happens.

    A model that is passed in stays the caller's to close. Raises StoreError, ModelError, SandboxUnavailable,
    ToolchainMissing.
    """
    async with AsyncExitStack() as stack:
        store = SqliteStore(settings.store.path)
        stack.push_async_callback(store.close)
        if model is None:
            model = ScriptedModel.load(Path(settings.llm_config.model.removeprefix("scripted:")))
            stack.push_async_callback(model.close)
        sandbox = await BubblewrapSandbox.open()
        stack.push_async_callback(sandbox.close)
        yield Parts(store, model, sandbox, toolchain_for(language))


def limits_from(settings: Settings) -> RunLimits:
    """The limits of a new run."""
    code, budget, llm = settings.code_generation, settings.budget, settings.llm_config
    return RunLimits(
        max_iterations=code.max_iterations,
        candidates=code.candidates,
        budget_usd=budget.usd,
        budget_tokens=budget.tokens,
        budget_seconds=budget.seconds,
        max_code_length=code.max_code_length,
        call_seconds=code.call_timeout,
        memory_bytes=size_in_bytes(settings.sandbox_config.memory_limit),
        temperature=llm.temperature,
        max_tokens=llm.max_tokens,
        seed=code.seed,
    )
