"""A server on a free port of this machine, with a real socket, for clients in the same event loop."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import httpx2

from specwright import AsyncClient
from specwright.server import serving
from specwright.server.app import make_app
from specwright.server.guard.users import digest_of
from specwright.server.serve_options import ServeOptions, service_of, users_of
from specwright.server.service import Service
from tests import stories

T = TypeVar("T")
TOKEN = "the-token-of-the-operator"
ANA, BEN = "the-token-of-ana-is-this", "the-token-of-ben-is-that"
TASK = {"problem": stories.PROBLEM, "examples": list(stories.EXAMPLES), "candidates": 3}


@dataclass(frozen=True)
class Served:
    """A server that runs, and a client for it as the operator."""

    url: str
    service: Service
    http: httpx2.AsyncClient

    def as_user(self, token: str) -> dict[str, str]:
        return {"authorization": f"Bearer {token}"}

    async def start(self, **changes: Any) -> str:
        done = await self.http.post("/api/runs", json={**TASK, **changes})
        assert done.status_code == 202, done.text
        return str(done.json()["run_id"])

    async def events(self, run: str, *, after: int | None = None, most: int = 10_000, **headers: str) -> list[Event]:
        """The events of a run until its stream ends, or until there are so many."""
        found: list[Event] = []
        if after is not None:
            headers["last-event-id"] = str(after)
        async with self.http.stream("GET", f"/api/runs/{run}/events", headers=headers) as stream:
            assert stream.status_code == 200
            fields: dict[str, str] = {}
            async for line in stream.aiter_lines():
                if not line and fields:
                    found.append(Event(fields["event"], fields.get("id"), json.loads(fields["data"])))
                    fields = {}
                    if len(found) >= most or found[-1].kind == "end":
                        break
                elif ": " in line and not line.startswith(":"):
                    name, _, value = line.partition(": ")
                    fields[name] = value
        return found

    async def over(self, run: str) -> None:
        """Return when nobody works on the run."""
        while self.service.worker.is_active(run):  # noqa: ASYNC110 - as its users do
            await asyncio.sleep(0.02)

    async def ended(self, run: str) -> dict[str, Any]:
        """The result of a run, when it has ended."""
        await self.over(run)
        result: dict[str, Any] = (await self.http.get(f"/api/runs/{run}/result")).json()
        return result


@dataclass(frozen=True)
class Event:
    kind: str
    id: str | None
    data: dict[str, Any]


@asynccontextmanager
async def serving_in(
    folder: Path, model: Any = None, *, users: str | None = None, **options: Any
) -> AsyncIterator[Served]:
    """Serve with the store in this folder until the block ends."""
    if users is not None:
        path = folder / "users.toml"
        path.write_text(users)
        path.chmod(0o600)
        options["users"] = path
    with serving.listening("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        made = ServeOptions(port=port, log="none", **options)
        async with AsyncClient(stories.settings(folder), model=model or stories.model(stories.FIRST_TRY)) as client:
            service = service_of(client, made, users_of(made, TOKEN))
            await service.start()
            task = asyncio.ensure_future(serving.serve(make_app(service), listener, stopping=service.stop_following))
            try:
                url = f"http://127.0.0.1:{port}"
                headers = {"authorization": f"Bearer {TOKEN}"}
                async with httpx2.AsyncClient(base_url=url, headers=headers, timeout=60, trust_env=False) as http:
                    yield Served(url, service, http)
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                await service.close()


def with_server(folder: Path, use: Callable[[Served], Awaitable[T]], model: Any = None, **options: Any) -> T:
    async def main() -> T:
        async with serving_in(folder, model, **options) as served:
            return await use(served)

    return asyncio.run(main())


def two_users(**limits: Any) -> str:
    """A file of users with Ana, who is limited, and Ben."""
    lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in limits.items())
    return f'[users.ana]\nsha256 = "{digest_of(ANA)}"\n{lines}\n[users.ben]\nsha256 = "{digest_of(BEN)}"\n'
