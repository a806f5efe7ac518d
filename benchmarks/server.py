"""The server under load: runs are started while others follow them.

    python -m benchmarks.server --quick
    python -m benchmarks.server --seconds 1800

What each follower got is compared with the log, entry by entry. The slowest requests for a status are compared with
those of an idle server. `benchmarks.server_sandbox` is about its sandbox. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import httpx2
from tests import stories

TOKEN: Final = "the-token-of-the-benchmark"
SPECWRIGHT: Final = str(Path(sys.executable).with_name("specwright"))


def free_port() -> int:
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Server:
    """A server in a process of its own. After `close`, `cpu` is what it and all its children used."""

    def __init__(self, command: Sequence[str], port: int, path: str, **environment: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._before = _children_cpu()
        self.process = subprocess.Popen(
            command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 300
        while time.monotonic() < until:
            try:
                httpx2.get(self.url + path, trust_env=False)
                return
            except httpx2.HTTPError:
                time.sleep(0.1)
        self.process.kill()
        raise SystemExit(f"{command[0]} did not start")

    @property
    def memory(self) -> int:
        """Resident memory in MB."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split("VmRSS:")[1].split()[0]) // 1024

    def close(self) -> float:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        return _children_cpu() - self._before


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def client(server: Server, most: int = 1000) -> httpx2.AsyncClient:
    limits = httpx2.Limits(max_connections=most, max_keepalive_connections=most)
    headers = {"authorization": f"Bearer {TOKEN}"}
    return httpx2.AsyncClient(base_url=server.url, headers=headers, timeout=600, trust_env=False, limits=limits)


async def statuses(http: httpx2.AsyncClient, run: str, count: int) -> list[float]:
    """Seconds of each request for the state of a run."""
    found = []
    for _ in range(count):
        began = time.perf_counter()
        (await http.get(f"/api/runs/{run}")).raise_for_status()
        found.append(time.perf_counter() - began)
        await asyncio.sleep(0.02)
    return found


async def follow(http: httpx2.AsyncClient, run: str) -> list[int]:
    """The numbers of all entries that came, in their order."""
    found = []
    async with http.stream("GET", f"/api/runs/{run}/events") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("id: "):
                found.append(int(line[4:]))
            elif line == "event: end":
                break
    return found


async def under_load(
    server: Server, store: Path, starters: int, followers: int, *, seconds: float, pause: float
) -> dict[str, Any]:
    """Start runs while others follow them, in waves until the time is over."""
    task = {"problem": stories.PROBLEM, "examples": list(stories.EXAMPLES), "candidates": 3}
    async with client(server) as http:
        first = (await http.post("/api/runs", json=task)).json()["run_id"]
        await follow(http, first)
        idle = await statuses(http, first, 100)
        memory, waves, wrong, entries = [server.memory], 0, 0, 0
        until = time.monotonic() + seconds
        busy: list[float] = []
        while not waves or time.monotonic() < until:
            waves += 1
            names = [f"wave-{waves}-{number}" for number in range(starters)]
            done = await asyncio.gather(*(http.post("/api/runs", json={**task, "run_id": name}) for name in names))
            assert all(reply.status_code == 202 for reply in done)
            measured = asyncio.ensure_future(statuses(http, first, 200))
            watched = [names[number % starters] for number in range(followers)]
            seen = await asyncio.gather(*(follow(http, name) for name in watched))
            busy += await measured
            memory.append(server.memory)
            await asyncio.sleep(pause)
            with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as db:
                for name, got in zip(watched, seen, strict=True):
                    rows = db.execute("SELECT seq FROM entries WHERE run_id = ? ORDER BY seq", (name,)).fetchall()
                    wrong += got != [seq for (seq,) in rows]
                    entries += len(got)
    return {
        "starters": starters * waves,
        "followers": followers * waves,
        "entries_followed": entries,
        "followers_with_a_wrong_stream": wrong,
        "idle_p99_ms": 1000 * p99(idle),
        "busy_p99_ms": 1000 * p99(busy),
        "p99_ratio": p99(busy) / p99(idle),
        "memory_mb": memory,
    }


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer runs and evaluations")
    parser.add_argument("--seconds", type=float, default=0, help="go on with the load for so long")
    parser.add_argument("--pause", type=float, default=0, help="seconds between two waves")
    asked = parser.parse_args(arguments)
    starters, followers = (10, 500) if asked.quick else (50, 500)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        script = stories.script(folder, stories.FIRST_TRY)
        port, store = free_port(), folder / "runs.db"
        serve = [SPECWRIGHT, "serve", "--log", "none"]
        command = [*serve, "--port", str(port), "--store", str(store), "--model", f"scripted:{script}"]
        server = Server(command, port, "/healthz", SPECWRIGHT_SERVER_TOKEN=TOKEN)
        try:
            load = asyncio.run(under_load(server, store, starters, followers, seconds=asked.seconds, pause=asked.pause))
        finally:
            load_cpu = server.close()
    print(
        f"{load['starters']} runs started, {load['followers']} followers, {load['entries_followed']:,} entries followed"
    )
    print(f"followers with a missing or doubled entry: {load['followers_with_a_wrong_stream']}")
    print(f"p99 of a status: {load['idle_p99_ms']:.1f} ms idle, {load['busy_p99_ms']:.1f} ms busy")
    print(f"memory of the server in MB: {', '.join(map(str, load['memory_mb']))}")
    print(json.dumps({"load": load, "load_cpu_seconds": load_cpu, "quick": asked.quick}))


if __name__ == "__main__":
    main()
