"""The server under load, and its sandbox beside other ways to run a program for each request.

    python -m benchmarks.server --quick
    python -m benchmarks.server --containers

First, runs are started while others follow them. What each follower got is compared with the log, entry by entry. The
slowest requests for a status are compared with those of an idle server. Then 32 clients at once call `/run_code`.
Beside it stand a server that starts a process for each request, without walls, and with `--containers` one that starts
a container. Costs are in seconds of the processor, of all processes together. The last line is JSON.
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
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import httpx2
from tests import stories

TOKEN: Final = "the-token-of-the-benchmark"
AT_ONCE: Final = 32
SPECWRIGHT: Final = str(Path(sys.executable).with_name("specwright"))
PROGRAM: Final = "a, b = map(int, input().split())\nprint(a + b)\n"
PLAIN_SERVER: Final = """
import asyncio, os, sys, tempfile, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

async def run_code(request):
    body = await request.json()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "main.py")
        with open(path, "w") as file:
            file.write(body["code"])
        child = await asyncio.create_subprocess_exec(*sys.argv[2:], path, cwd=folder, stdin=-1, stdout=-1, stderr=-1)
        out, err = await asyncio.wait_for(child.communicate(body["stdin"].encode()), 10)
    return JSONResponse({"run_result": {"stdout": out.decode(), "return_code": child.returncode}})

app = Starlette(routes=[Route("/run_code", run_code, methods=["POST"])])
uvicorn.run(app, port=int(sys.argv[1]), log_level="error")
"""


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


async def under_load(server: Server, store: Path, starters: int, followers: int, seconds: float) -> dict[str, Any]:
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


async def evaluations(server: Server, count: int) -> float:
    """Run the program that often, 32 at once; return the seconds on the clock."""
    began = time.perf_counter()
    async with client(server) as http:
        turns = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with turns:
                body = {"code": PROGRAM, "language": "python", "stdin": f"{number} 1"}
                done = (await http.post("/run_code", json=body)).json()
                assert done["run_result"]["stdout"] == f"{number + 1}\n", done

        await asyncio.gather(*(one(number) for number in range(count)))
    return time.perf_counter() - began


def beside(ways: dict[str, tuple[Callable[[int], list[str]], str]], count: int) -> dict[str, dict[str, float]]:
    """What each way costs for an evaluation: the difference between many and none."""
    found = {}
    for name, (command, path) in ways.items():
        costs, clock = [], 0.0
        for times in (0, count):
            port = free_port()
            server = Server(command(port), port, path, SPECWRIGHT_SERVER_TOKEN=TOKEN)
            asyncio.run(evaluations(server, AT_ONCE // 8))  # the first opens the sandbox
            clock = asyncio.run(evaluations(server, times)) if times else 0.0
            costs.append(server.close())
        found[name] = {"cpu_ms": 1000 * (costs[1] - costs[0]) / count, "per_second": count / clock}
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer runs and evaluations")
    parser.add_argument("--containers", action="store_true", help="a container for each request, too")
    parser.add_argument("--seconds", type=float, default=0, help="go on with the load for so long")
    asked = parser.parse_args(arguments)
    starters, followers, count = (10, 500, 64) if asked.quick else (50, 500, 512)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        script = stories.script(folder, stories.FIRST_TRY)
        port, store = free_port(), folder / "runs.db"
        serve = [SPECWRIGHT, "serve", "--log", "none"]
        command = [*serve, "--port", str(port), "--store", str(store), "--model", f"scripted:{script}"]
        server = Server(command, port, "/healthz", SPECWRIGHT_SERVER_TOKEN=TOKEN)
        try:
            load = asyncio.run(under_load(server, store, starters, followers, asked.seconds))
        finally:
            load_cpu = server.close()
        plain = folder / "plain.py"
        plain.write_text(PLAIN_SERVER)
        only = [*serve, "--only", "sandbox", "--open-sandbox", "--store", str(folder / "other.db")]
        ways: dict[str, tuple[Callable[[int], list[str]], str]] = {
            "specwright": (lambda port: [*only, "--port", str(port)], "/healthz"),
            "process": (lambda port: [sys.executable, str(plain), str(port), sys.executable], "/"),
        }
        if asked.containers:
            inside = [
                "docker",
                "run",
                "--rm",
                "-i",
                "--network",
                "none",
                "-v",
                "/tmp:/tmp",
                "python:3.11-slim",
                "python",
            ]
            ways["container"] = (lambda port: [sys.executable, str(plain), str(port), *inside], "/")
        costs = beside(ways, count)
    print(
        f"{load['starters']} runs started, {load['followers']} followers, {load['entries_followed']:,} entries followed"
    )
    print(f"followers with a missing or doubled entry: {load['followers_with_a_wrong_stream']}")
    print(f"p99 of a status: {load['idle_p99_ms']:.1f} ms idle, {load['busy_p99_ms']:.1f} ms busy")
    print(f"memory of the server in MB: {', '.join(map(str, load['memory_mb']))}")
    print(f"\n{'one evaluation at 32 at once':32}{'cpu ms':>10}{'per second':>12}")
    for name, cost in costs.items():
        print(f"{name:32}{cost['cpu_ms']:>10.1f}{cost['per_second']:>12.1f}")
    print(json.dumps({"load": load, "load_cpu_seconds": load_cpu, "evaluations": costs, "quick": asked.quick}))


if __name__ == "__main__":
    main()
