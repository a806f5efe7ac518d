"""What all handlers work with: the client, the queue, those who follow, and who may do what."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from specwright.client.asynchronous import AsyncClient
from specwright.client.toolchains import LanguageHere, languages_here
from specwright.core.value import Value
from specwright.ports.queue import QueuedRun, QueueState, Used
from specwright.server.errors import not_found
from specwright.server.feeds import Feeds
from specwright.server.guard.guard import GuardRules
from specwright.server.guard.identity import Identity
from specwright.server.guard.rates import SandboxTurns
from specwright.server.guard.users import User
from specwright.server.watching.metrics import Metrics
from specwright.server.work import Worker

RECORDED: Final = "recorded"
"""The note of a run that was not asked for here."""


class ServerRules(Value):
    """How much the server does, and what it offers."""

    runs: int = 2
    """Runs under way at once."""
    waiting: int = 1000
    """Runs that wait, of all users."""
    calls: int = 4
    """Programs in the sandbox at once, besides those of runs."""
    calls_waiting: int = 256
    models: tuple[str, ...] = ()
    """Models that every user may choose besides the server's own."""
    guard: GuardRules = GuardRules()
    sandbox_only: bool = False


@dataclass(eq=False)
class Service:
    """One server at work."""

    client: AsyncClient
    identity: Identity
    rules: ServerRules
    feeds: Feeds = field(init=False)
    worker: Worker = field(init=False)
    turns: SandboxTurns = field(init=False)
    metrics: Metrics = field(init=False)
    _languages: tuple[LanguageHere, ...] = ()
    _looking: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        rules = self.rules
        self.turns = SandboxTurns(rules.calls, rules.calls_waiting)
        self.metrics = Metrics(self._gauges)
        self.feeds = Feeds(self.client, self._is_active)
        self.worker = Worker(self.client, rules.runs, rules.waiting, self.feeds.hear, self._run_ended)
        for user in self.identity.users.by_name.values():
            self.worker.limit(user.name, user.limits.runs)

    async def start(self) -> None:
        """Begin to work through the queue. Raise UserError if another server does."""
        if not self.rules.sandbox_only:
            await self.worker.start()

    def stop_following(self) -> None:
        """End the streams, so that their connections can be closed."""
        self.feeds.close()

    async def close(self) -> None:
        self.feeds.close()
        await self.worker.close()

    async def run_of(self, user: User, run_id: str) -> QueuedRun:
        """Return a run that the user may see. Raise Refused for any other, whether it is there or not."""
        found = await self.client.queue().get(run_id)
        if found is not None:
            if user.admin or found.owner == user.name:
                return found
            raise not_found(run_id)
        lines = await self.client.lines(run_id, limit=1) if user.admin else ()
        if not lines:
            raise not_found(run_id)
        return recorded_run(run_id, lines[0].at, user)

    def models_of(self, user: User) -> tuple[str, ...]:
        """Return the models that the user may choose, the server's own first."""
        own = self.client.settings.llm_config.specification
        return tuple(dict.fromkeys((own, *self.rules.models, *user.limits.models)))

    async def used_today(self, user: User) -> Used:
        """Return what the runs of the user that ended today have cost."""
        return await self.client.queue().used(user.name, midnight().isoformat(timespec="milliseconds"))

    async def languages(self) -> tuple[str, ...]:
        """Return the languages of this machine."""
        return tuple([here.language for here in await self.toolchains() if here.usable])

    async def toolchains(self) -> tuple[LanguageHere, ...]:
        """Return the languages with their versions, looked for once."""
        async with self._looking:
            if not self._languages:
                self._languages = await asyncio.to_thread(languages_here)
        return self._languages

    def _is_active(self, run_id: str) -> bool:
        return self.worker.is_active(run_id)

    def _run_ended(self, run_id: str, ending: str) -> None:
        self.metrics.run(ending)
        self.feeds.wake(run_id)

    def _gauges(self) -> dict[str, tuple[str, float]]:
        return {
            "specwright_runs_active": ("Runs under way.", self.worker.active),
            "specwright_runs_waiting": ("Runs that wait.", self.worker.waiting),
            "specwright_followers": ("Open streams of events.", self.feeds.followers),
            "specwright_calls_active": ("Programs in the sandbox, besides those of runs.", self.turns.working),
            "specwright_calls_waiting": ("Calls that wait for the sandbox.", self.turns.waiting),
        }


def midnight() -> datetime:
    """Return when today began, in UTC."""
    return datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def recorded_run(run_id: str, at: str, user: User) -> QueuedRun:
    """Return a run that was not asked for here, as if the user had."""
    return QueuedRun(run_id=run_id, owner=user.name, request="{}", state=QueueState.ENDED, added_at=at, note=RECORDED)
